"""What calls do that no source tells the cost of: files, networks, processes, by the dotted names that are called."""

from collections.abc import Mapping
from typing import Final

_FILES = "opens files"
#: Memory and time there are not those of the processor.
GPU: Final = "runs on a GPU"
#: Of what asks for a GPU, or has no effect where there is none.
HARMLESS: Final = ""
SLEEPS: Final = "sleeps"
AWAITS: Final = "awaits others"

_CALLS = {
    _FILES: """
        open io.open codecs.open os.open os.fdopen os.listdir os.scandir os.walk os.stat os.remove os.rename os.replace
        os.makedirs os.mkdir os.unlink os.rmdir os.path.exists os.path.getsize os.path.isfile os.path.isdir shutil
        tempfile glob fileinput zipfile tarfile mmap filecmp gzip.open bz2.open lzma.open shelve dbm linecache
        numpy.load numpy.save numpy.savez numpy.loadtxt numpy.savetxt numpy.genfromtxt numpy.fromfile numpy.memmap
        pandas.read_csv pandas.read_parquet pandas.read_excel pandas.read_json pandas.read_feather pandas.read_pickle
        pandas.read_hdf pandas.read_table pandas.ExcelWriter torch.load torch.save torch.hub""",
    "uses the network": """
        socket ssl urllib.request http.client http.server ftplib smtplib imaplib poplib telnetlib nntplib xmlrpc
        socketserver webbrowser asyncio.open_connection asyncio.start_server pandas.read_html""",
    "starts processes": """
        subprocess os.system os.popen os.fork os.forkpty os.execv os.execve os.execvp os.spawnl os.spawnv os.posix_spawn
        multiprocessing pty asyncio.create_subprocess_exec asyncio.create_subprocess_shell
        concurrent.futures.ProcessPoolExecutor torch.distributed torch.multiprocessing""",
    "starts threads": """
        threading.Thread threading.Timer _thread.start_new_thread concurrent.futures.ThreadPoolExecutor
        asyncio.to_thread""",
    "waits for input": "input sys.stdin getpass select selectors msvcrt breakpoint pdb",
    SLEEPS: "time.sleep asyncio.sleep sched",
    "calls native code": "ctypes cffi",
    "runs made-up code": "eval exec compile __import__ importlib.import_module runpy torch.compile torch.jit",
    GPU: "torch.cuda",
    HARMLESS: """
        torch.cuda.is_available torch.cuda.empty_cache torch.cuda.manual_seed
        torch.cuda.manual_seed_all torch.cuda.is_bf16_supported""",
    "uses a display": "tkinter turtle curses",
    "uses a database": "sqlite3 pandas.read_sql pandas.read_sql_query pandas.read_gbq",
}

#: Dotted names of functions, or of whole modules -> what calling them does. The longest match counts.
BY_NAME: Final[Mapping[str, str]] = {name: effect for effect, names in _CALLS.items() for name in names.split()}

_METHODS = {
    _FILES: """
        read_text write_text read_bytes write_bytes iterdir rglob to_csv to_parquet to_excel to_pickle to_feather to_hdf
        tofile""",
    GPU: "cuda",
}

#: Methods whose name alone tells; of a path, a table or an array.
BY_METHOD: Final[Mapping[str, str]] = {name: effect for effect, names in _METHODS.items() for name in names.split()}
