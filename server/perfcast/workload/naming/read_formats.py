"""Texts that functions of the standard library read: an address of a network, a UUID, what a URL asks for."""

from __future__ import annotations

from typing import Final

from perfcast.workload.naming.usual_formats import ADDRESS, NETWORK, WEB

#: What stands behind a URL's question mark.
QUERY: Final = "&".join(["aaaaaa=aaaaaa"] * 3)
_UUID: Final = "00000000-0000-`4`000-`8`000-000000000000"
#: Name of the function -> a pattern, see `perfcast.workload.Argument.like`.
READ_BY: Final[dict[str, str]] = {
    **dict.fromkeys(("urlparse", "urlsplit", "urldefrag"), WEB),
    **dict.fromkeys(("parse_qs", "parse_qsl"), QUERY),
    **dict.fromkeys(("ip_address", "IPv4Address", "ip_interface", "inet_aton"), ADDRESS),
    **dict.fromkeys(("ip_network", "IPv4Network"), NETWORK),
    "UUID": _UUID,
}
