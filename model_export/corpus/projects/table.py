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
    Project("keon/algorithms", "a1bf1f39f95b59ed0bb348d6148c7e097e10481e", "MIT", "calibration"),
    Project("c0fec0de/anytree", "2e0a1b956172654d75aff93277ce3d883355e0bf", "Apache-2.0", "test"),
    Project("arrow-py/arrow", "b247ad073d4c350270528edb5afff8e7f4f7d9e4", "Apache-2.0", "calibration"),
    Project("scott-griffiths/bitstring", "78e6ad529b4a3ab43f1206cf4c9abc4458a6793d", "MIT", "calibration"),
    Project("psf/black", "8947c48ef2077c3a301b03c1e814dc2e3f78436e", "MIT", "calibration"),
    Project("mahmoud/boltons", "967864f89791509f9eb36b22b4579d36b72a6df2", "BSD-3-Clause"),
    Project("tkem/cachetools", "28d4506f2a49d781ffbcecb095fa7aba5bb80aff", "MIT"),
    Project("python-attrs/cattrs", "82b02c07ca535a1ba656b935767d819eac9d383b", "MIT", "test"),
    Project("pyeve/cerberus", "b392d3af7f9aa47a71b5c045e1f22a1f9df56521", "ISC", "test"),
    Project("pallets/click", "2c8cd3ac958a7eb316d67f2d316c27086c4c0369", "BSD-3-Clause"),
    Project("tartley/colorama", "406153f134db6b5c5391f223be46f9e8a902e6b6", "BSD-3-Clause", "calibration"),
    Project("construct/construct", "28c6e5779f2b76d55474914607291a3821502000", "MIT", "calibration"),
    Project("kiorky/croniter", "d81350205c65e6637a5a05caad0bb3cc4bb192ae", "MIT", "calibration"),
    Project("dateutil/dateutil", "c981f9c7aa91b83cc9bd33a09ecee9e751b06e8d", "Apache-2.0"),
    Project("Suor/funcy", "70fb6e8b0d1d2d5a78f2a66e80a98d691366cc85", "BSD-3-Clause"),
    Project("mahmoud/glom", "c225e2abeb234be7119911b96b4378cc9d8d6478", "BSD-3-Clause", "test"),
    Project("python-hyper/h11", "62c5068c971579d61fa1b55373390e12f25fd856", "MIT", "calibration"),
    Project("python-hyper/hpack", "d05cff4cd462658847f67c48700aab40b2ba8cf1", "MIT", "test"),
    Project("python-humanize/humanize", "c3a124cdeb272d7f63bc0aa66f79c6fbafd2fc6d", "MIT"),
    Project("chaimleib/intervaltree", "1bc406e1f441577c4e421fc51aba2ab67fbd97fb", "Apache-2.0"),
    Project("pallets/itsdangerous", "672971d66a2ef9f85151e53283113f33d642dabd", "BSD-3-Clause", "calibration"),
    Project("pallets/jinja", "5ef70112a1ff19c05324ff889dd30405b1002044", "BSD-3-Clause"),
    Project("python-jsonschema/jsonschema", "b37f7be6dc7966a1f1a67557976041ffe0826cb3", "MIT", "test"),
    Project("lark-parser/lark", "9bae96161b45a5bf70011c75b1ef41228d3f4caa", "MIT"),
    Project("Python-Markdown/markdown", "bb50627dc07fde6ee5ed7478464062c537ebad2c", "BSD-3-Clause", "calibration"),
    Project("marshmallow-code/marshmallow", "341b927f219205704728c05cd61f04d7e9727523", "MIT", "calibration"),
    Project("lepture/mistune", "b5dd9949baf3729a709ef8ae591eab86e72a9e46", "BSD-3-Clause"),
    Project("rushter/MLAlgorithms", "8fb8bb4282f37ad797052930dc12d0faace7bdb6", "MIT", "calibration"),
    Project("more-itertools/more-itertools", "2fe1b2eeb9d75f994113fe3ac76d14b6bcd6fb10", "MIT"),
    Project("mpmath/mpmath", "28e36ca652bf16de7bd5a2cbd07b32b2c8f24e85", "BSD-3-Clause"),
    Project("karpathy/nanoGPT", "3adf61e154c3fe3fca428ad6bc3818b27a3b8291", "MIT"),
    Project("networkx/networkx", "cfc6b79fc53f583aa15a79b2187ae30bd4f480ed", "BSD-3-Clause"),
    Project("pypa/packaging", "053c884615f2e83d80705251b447769ec2599653", "Apache-2.0"),
    Project("r1chardj0n3s/parse", "738447715c76f8ebc460b33320307faccafbc599", "MIT", "calibration"),
    Project("python-pendulum/pendulum", "0a88aece8ece78e44c6a9dac1d9db661cfdfbee0", "MIT", "calibration"),
    Project("prettytable/prettytable", "d7fd98561d004dce1f508ce7c6d75e9900e7d944", "BSD-3-Clause", "test"),
    Project("dgilland/pydash", "3585eb29018ea1535e7df4e10b33df68bbffcf9e", "MIT"),
    Project("pyparsing/pyparsing", "efd56db4e59f36b1673ce0eb0823e3afaa9d1201", "MIT"),
    Project("un33k/python-slugify", "7b6d5d96c1995e6dccb39a19a13ba78d7d0a3ee4", "MIT"),
    Project("grantjenks/python-sortedcontainers", "3ac358631f58c1347f1d6d2d92784117db0f38ed", "Apache-2.0"),
    Project("AtsushiSakai/PythonRobotics", "b38c510e083d69a5755d98d0680bd50f3d9a91fa", "MIT", "calibration"),
    Project("psf/requests", "1f6589ec3a1ee910f9a65cc3ceac60b26677bc0e", "Apache-2.0"),
    Project("Textualize/rich", "42899d8a0a96b121a514516f4be9db44ff7aeaf3", "MIT"),
    Project("mwaskom/seaborn", "f04b6cd5484267a0885d1fed068e99dff3a1b226", "BSD-3-Clause", "calibration"),
    Project("andialbrecht/sqlparse", "60cdc649726bf1bc4f1b336050560b336da715ec", "BSD-3-Clause"),
    Project("sloria/TextBlob", "df8033d7a19e71946e881b4da9db2746ac45674d", "MIT"),
    Project("msiemens/tinydb", "2283a2b556d5ef361b61bae8ed89c0ce0730d7c8", "MIT", "test"),
    Project("pytoolz/toolz", "568c2b8393973cd172a466546c9d95779c452438", "BSD-3-Clause"),
    Project("tqdm/tqdm", "f6a30fab726ab8e794a9db88b4392ce207760937", "MPL-2.0", "calibration"),
    Project("caesar0301/treelib", "f3b9c9dd69cc4548928dd6508d021fc0c4f1ca04", "Apache-2.0", "test"),
    Project("pallets/werkzeug", "1b00618e787f40dfb21eba29caf8f8be7c8e1d93", "BSD-3-Clause", "calibration"),
)
