"""The projects whose units are measured: public repositories with tests, each at one commit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Project:
    """
    Attributes:
        repository: of GitHub, owner and name; a checkout of it lies in a folder of that name.
        commit: the text that was measured.
        licence: SPDX identifier.
        split: train, calibration or test. All units of a project share it: a tool meets code of projects that it has
            never seen. Those whose functions are among the `packages` of the corpus are for training.
    """

    repository: str
    commit: str
    licence: str
    split: str = "train"

    @property
    def name(self) -> str:
        return self.repository.partition("/")[2]


PROJECTS: Final = (
    Project("mewwts/addict", "75284f9593dfb929cadd900aff9e35e7c7aec54b", "MIT"),
    Project("keon/algorithms", "a1bf1f39f95b59ed0bb348d6148c7e097e10481e", "MIT", "calibration"),
    Project("c0fec0de/anytree", "2e0a1b956172654d75aff93277ce3d883355e0bf", "Apache-2.0", "test"),
    Project("arrow-py/arrow", "b247ad073d4c350270528edb5afff8e7f4f7d9e4", "Apache-2.0", "calibration"),
    Project("HIPS/autograd", "bff107b8d71a444a1160deade3e1cbd0b92f4fa6", "MIT"),
    Project("jab/bidict", "77ade420ab2274b11e75d68fd45ec789b6ca0bc6", "MPL-2.0"),
    Project("joowani/binarytree", "74e0c0bf204a0a2789c45a07264718f963db37fe", "MIT", "calibration"),
    Project("scott-griffiths/bitstring", "78e6ad529b4a3ab43f1206cf4c9abc4458a6793d", "MIT", "calibration"),
    Project("psf/black", "8947c48ef2077c3a301b03c1e814dc2e3f78436e", "MIT", "calibration"),
    Project("mahmoud/boltons", "967864f89791509f9eb36b22b4579d36b72a6df2", "BSD-3-Clause"),
    Project("bottlepy/bottle", "2a743a302a71460bfe4c0b8b7cb99a306b0328c6", "MIT", "calibration"),
    Project("cdgriffith/Box", "a4c10e977b574114613431394b30412b50aaacce", "MIT"),
    Project("dgilland/cacheout", "ab709979deafd7e241050a9fa8ce8463d70a10fb", "MIT"),
    Project("tkem/cachetools", "28d4506f2a49d781ffbcecb095fa7aba5bb80aff", "MIT"),
    Project("python-attrs/cattrs", "82b02c07ca535a1ba656b935767d819eac9d383b", "MIT", "test"),
    Project("pyeve/cerberus", "b392d3af7f9aa47a71b5c045e1f22a1f9df56521", "ISC", "test"),
    Project("pallets/click", "2c8cd3ac958a7eb316d67f2d316c27086c4c0369", "BSD-3-Clause"),
    Project("tartley/colorama", "406153f134db6b5c5391f223be46f9e8a902e6b6", "BSD-3-Clause", "calibration"),
    Project("construct/construct", "28c6e5779f2b76d55474914607291a3821502000", "MIT", "calibration"),
    Project("kiorky/croniter", "d81350205c65e6637a5a05caad0bb3cc4bb192ae", "MIT", "calibration"),
    Project("dateutil/dateutil", "c981f9c7aa91b83cc9bd33a09ecee9e751b06e8d", "Apache-2.0"),
    Project("seperman/deepdiff", "60ac5b903dbd662e0e83bf7b481df97d42f693df", "MIT"),
    Project("docopt/docopt", "8fea867d4220f1095dae9d6264ec5aa4031fb712", "MIT"),
    Project("carpedm20/emoji", "5c4b9153162f4a11fc339f69cf5c9b8a5182c9c5", "BSD-3-Clause"),
    Project("rlabbe/filterpy", "3b51149ebcff0401ff1e10bf08ffca7b6bbc4a33", "MIT", "test"),
    Project("Suor/funcy", "70fb6e8b0d1d2d5a78f2a66e80a98d691366cc85", "BSD-3-Clause"),
    Project("gruns/furl", "7c233324610338414f77a37a2f1e1dc75b4bc9b0", "Unlicense"),
    Project("mahmoud/glom", "c225e2abeb234be7119911b96b4378cc9d8d6478", "BSD-3-Clause", "test"),
    Project("python-hyper/h11", "62c5068c971579d61fa1b55373390e12f25fd856", "MIT", "calibration"),
    Project("python-hyper/h2", "bc239af1d1b85bc70482804f30a0e0e587d90a08", "MIT", "test"),
    Project("python-hyper/hpack", "d05cff4cd462658847f67c48700aab40b2ba8cf1", "MIT", "test"),
    Project("python-humanize/humanize", "c3a124cdeb272d7f63bc0aa66f79c6fbafd2fc6d", "MIT"),
    Project("python-hyper/hyperlink", "ec7d17268809f89f044e04d71225d6a6e4df264d", "MIT"),
    Project("kjd/idna", "6ebfaab9ea718dce38a7c17ddafd7fb28b0468d4", "BSD-3-Clause"),
    Project("jaraco/inflect", "262a247d2d99a47a520cdb2d46adb90df88b4326", "MIT"),
    Project("jpvanhal/inflection", "88eefaacf7d0caaa701af7c8ab2d0ab3f17086f1", "MIT"),
    Project("chaimleib/intervaltree", "1bc406e1f441577c4e421fc51aba2ab67fbd97fb", "Apache-2.0"),
    Project("pallets/itsdangerous", "672971d66a2ef9f85151e53283113f33d642dabd", "BSD-3-Clause", "calibration"),
    Project("pallets/jinja", "5ef70112a1ff19c05324ff889dd30405b1002044", "BSD-3-Clause"),
    Project("jmespath/jmespath.py", "2ad18b0e51ef3c22ef0d4bbeb11506746a39e228", "MIT"),
    Project("jsonpickle/jsonpickle", "42b78e90940a28795486717b703dd223cddc5ba6", "BSD-3-Clause", "calibration"),
    Project("python-jsonschema/jsonschema", "b37f7be6dc7966a1f1a67557976041ffe0826cb3", "MIT", "test"),
    Project("lark-parser/lark", "9bae96161b45a5bf70011c75b1ef41228d3f4caa", "MIT"),
    Project("Python-Markdown/markdown", "bb50627dc07fde6ee5ed7478464062c537ebad2c", "BSD-3-Clause", "calibration"),
    Project("executablebooks/markdown-it-py", "2c3f71ec46c4259ca375fb40c9cd47385c6c304e", "MIT"),
    Project("marshmallow-code/marshmallow", "341b927f219205704728c05cd61f04d7e9727523", "MIT", "calibration"),
    Project("karpathy/minGPT", "37baab71b9abea1b76ab957409a1cc2fbfba8a26", "MIT"),
    Project("lepture/mistune", "b5dd9949baf3729a709ef8ae591eab86e72a9e46", "BSD-3-Clause"),
    Project("eriklindernoren/ML-From-Scratch", "a2806c6732eee8d27762edd6d864e0c179d8e9e8", "MIT"),
    Project("rushter/MLAlgorithms", "8fb8bb4282f37ad797052930dc12d0faace7bdb6", "MIT", "calibration"),
    Project("more-itertools/more-itertools", "2fe1b2eeb9d75f994113fe3ac76d14b6bcd6fb10", "MIT"),
    Project("mpmath/mpmath", "28e36ca652bf16de7bd5a2cbd07b32b2c8f24e85", "BSD-3-Clause"),
    Project("karpathy/nanoGPT", "3adf61e154c3fe3fca428ad6bc3818b27a3b8291", "MIT"),
    Project("SethMMorton/natsort", "b0ea0aea274902c63b510d78112f892c33be957d", "MIT"),
    Project("networkx/networkx", "cfc6b79fc53f583aa15a79b2187ae30bd4f480ed", "BSD-3-Clause"),
    Project("pypa/packaging", "053c884615f2e83d80705251b447769ec2599653", "Apache-2.0"),
    Project("r1chardj0n3s/parse", "738447715c76f8ebc460b33320307faccafbc599", "MIT", "calibration"),
    Project("erikrose/parsimonious", "63184bb79770e687cc62ab34d50c86bf383b3533", "MIT"),
    Project("davidhalter/parso", "bfe30584415cde2e5a686512c2b109e1d06da3b6", "MIT"),
    Project("python-pendulum/pendulum", "0a88aece8ece78e44c6a9dac1d9db661cfdfbee0", "MIT", "calibration"),
    Project("pytest-dev/pluggy", "e382e72789f8d791991c489d4322aa04e660b952", "MIT"),
    Project("prettytable/prettytable", "d7fd98561d004dce1f508ce7c6d75e9900e7d944", "BSD-3-Clause", "test"),
    Project("PyCQA/pycodestyle", "d6c38543a95c3adec7958fc659f4081972a3f1d1", "MIT"),
    Project("dgilland/pydash", "3585eb29018ea1535e7df4e10b33df68bbffcf9e", "MIT"),
    Project("PyCQA/pyflakes", "59ec4593efd4c69ce00fdb13c40fcf5f3212ab10", "MIT", "calibration"),
    Project("OmkarPathak/pygorithm", "be35813729a0151da1ac9ba013453a61ffa249b8", "MIT"),
    Project("jpadilla/pyjwt", "dcc27a9d3182a2349c30b160758785c6ce7a6508", "MIT"),
    Project("pyparsing/pyparsing", "efd56db4e59f36b1673ce0eb0823e3afaa9d1201", "MIT"),
    Project("tobgu/pyrsistent", "0c0b7aec8cd25b1d2d8ba07b10acdefd0f38f2c7", "MIT"),
    Project("python-control/python-control", "e60e5ebc593bea2f8c1104ac51399452d33a759d", "BSD-3-Clause"),
    Project("google/python-fire", "716bbc23d7eca949fdb682172283c8d18f742cb6", "Apache-2.0", "calibration"),
    Project("rspeer/python-ftfy", "74dd0452b48286a3770013b3a02755313bd5575e", "Apache-2.0"),
    Project("stefankoegl/python-json-patch", "d8e1a6e244728c04229d601bc9a384d9b034c603", "BSD-3-Clause"),
    Project("trentm/python-markdown2", "fceff0e5d474a13ff8f139099eb9fe774b9f805e", "MIT", "calibration"),
    Project("un33k/python-slugify", "7b6d5d96c1995e6dccb39a19a13ba78d7d0a3ee4", "MIT"),
    Project("grantjenks/python-sortedcontainers", "3ac358631f58c1347f1d6d2d92784117db0f38ed", "Apache-2.0"),
    Project("astanin/python-tabulate", "268615a5c27dc40e5c22454c07b44d5c50410da0", "MIT"),
    Project("AtsushiSakai/PythonRobotics", "b38c510e083d69a5755d98d0680bd50f3d9a91fa", "MIT", "calibration"),
    Project("psf/requests", "1f6589ec3a1ee910f9a65cc3ceac60b26677bc0e", "Apache-2.0"),
    Project("Textualize/rich", "42899d8a0a96b121a514516f4be9db44ff7aeaf3", "MIT"),
    Project("keleshev/schema", "310a1239b62f500284ce3bd91b7dabf70467f23e", "MIT"),
    Project("mwaskom/seaborn", "f04b6cd5484267a0885d1fed068e99dff3a1b226", "BSD-3-Clause", "calibration"),
    Project("simplejson/simplejson", "639b2ee73b2de6b385fcd4d44e0e08054a4d8a0e", "MIT"),
    Project("andialbrecht/sqlparse", "60cdc649726bf1bc4f1b336050560b336da715ec", "BSD-3-Clause"),
    Project("sloria/TextBlob", "df8033d7a19e71946e881b4da9db2746ac45674d", "MIT"),
    Project("life4/textdistance", "c3aca916bd756a8cb71114688b469ec90ef5b232", "MIT"),
    Project("Kozea/tinycss2", "f295a49711a4d348664bba7fb34113b3b4b78cb2", "BSD-3-Clause"),
    Project("msiemens/tinydb", "2283a2b556d5ef361b61bae8ed89c0ce0730d7c8", "MIT", "test"),
    Project("hukkin/tomli", "920e20b1cf495b63f6d4a6aa3cd5e4ff25f5f5a7", "MIT"),
    Project("sdispater/tomlkit", "911cccd630965ff423316e25b4685ecf7df0ec0a", "MIT"),
    Project("pytoolz/toolz", "568c2b8393973cd172a466546c9d95779c452438", "BSD-3-Clause"),
    Project("tqdm/tqdm", "f6a30fab726ab8e794a9db88b4392ce207760937", "MPL-2.0", "calibration"),
    Project("pytransitions/transitions", "bd42b38f3627e6bca7274fb4d9af2e105f75da7c", "MIT", "test"),
    Project("caesar0301/treelib", "f3b9c9dd69cc4548928dd6508d021fc0c4f1ca04", "Apache-2.0", "test"),
    Project("mikedh/trimesh", "a513c0e2cfa6dfbd3121a6dfd8ceb002b9ef55d8", "MIT", "calibration"),
    Project("lmfit/uncertainties", "f1b7e4f4e3283c3c8c265610e2b91ae8b478c956", "BSD-3-Clause", "calibration"),
    Project("lucidrains/vit-pytorch", "69d24fe9e3024c0d4b02761123b8583a24ebed1e", "MIT"),
    Project("alecthomas/voluptuous", "87825d6dbdab8830fcc6d559ecb3b88bdf68af6d", "BSD-3-Clause", "test"),
    Project("scrapy/w3lib", "ed01dc04608336967356417f472a691b82bcfbe4", "BSD-3-Clause", "calibration"),
    Project("ubernostrum/webcolors", "6ac4121d44c8eda10090e8e9463ea1cf23f1932d", "BSD-3-Clause"),
    Project("Pylons/webob", "98770ea92399a9935e50c810db13d1bab4c85257", "MIT", "test"),
    Project("pallets/werkzeug", "1b00618e787f40dfb21eba29caf8f8be7c8e1d93", "BSD-3-Clause", "calibration"),
)
