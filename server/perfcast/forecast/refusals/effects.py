"""What calls do that no source tells the cost of: files, networks, processes, by the dotted names that are called."""

import builtins
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
        pandas.read_hdf pandas.read_table pandas.ExcelWriter torch.load torch.save torch.hub
        cv2.imread cv2.imwrite cv2.imreadmulti cv2.VideoCapture cv2.VideoWriter cv2.CascadeClassifier cv2.FileStorage
        cv2.dnn PIL.Image.open""",
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
    "uses a display": """
        tkinter turtle curses cv2.imshow cv2.waitKey cv2.waitKeyEx cv2.namedWindow cv2.destroyAllWindows
        cv2.destroyWindow cv2.selectROI cv2.setMouseCallback cv2.createTrackbar PIL.ImageGrab""",
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

#: What else trial runs stop at that reaches files.
_STOPS = """
    os.access os.chdir os.chmod os.chown os.link os.lstat os.readlink os.removedirs os.symlink os.truncate os.utime
    os.path.getatime os.path.getctime os.path.getmtime os.path.islink os.path.ismount os.path.lexists os.path.samefile
    PosixPath.chmod PosixPath.exists PosixPath.glob PosixPath.hardlink_to PosixPath.is_dir PosixPath.is_file
    PosixPath.is_mount PosixPath.is_symlink PosixPath.iterdir PosixPath.lchmod PosixPath.lstat PosixPath.mkdir
    PosixPath.open PosixPath.owner PosixPath.read_bytes PosixPath.read_text PosixPath.readlink PosixPath.rename
    PosixPath.replace PosixPath.rglob PosixPath.rmdir PosixPath.samefile PosixPath.stat PosixPath.symlink_to
    PosixPath.touch PosixPath.unlink PosixPath.write_bytes PosixPath.write_text"""
_OF_FILES: Final = frozenset(name for line in _STOPS.splitlines() for name in line.split())


def effect_of_stop(stopped_at: str) -> str:
    """What a call does that a trial run stopped at, such as "os.remove"; '' where its name does not tell."""
    if stopped_at in _OF_FILES:
        return _FILES
    parts = stopped_at.split(".")
    if len(parts) == 1 and not hasattr(builtins, stopped_at):
        return ""
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((BY_NAME[name] for name in names if name in BY_NAME), "")
