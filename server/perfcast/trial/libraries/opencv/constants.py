"""OpenCV's constants."""

from __future__ import annotations

from typing import Final


def _numbered(prefix: str, names: str, first: int = 0) -> dict[str, int]:
    return {f"{prefix}_{name}": number for number, name in enumerate(names.split(), first)}


#: How colours are brought into others, by OpenCV's number. The letters say where from and where to.
CONVERSIONS: Final[dict[int, tuple[str, str]]] = {
    0: ("BGR", "BGRA"), 1: ("BGRA", "BGR"), 2: ("BGR", "RGBA"), 3: ("RGBA", "BGR"), 4: ("BGR", "RGB"),
    5: ("BGRA", "RGBA"), 6: ("BGR", "GRAY"), 7: ("RGB", "GRAY"), 8: ("GRAY", "BGR"), 9: ("GRAY", "BGRA"),
    10: ("BGRA", "GRAY"), 11: ("RGBA", "GRAY"), 32: ("BGR", "XYZ"), 33: ("RGB", "XYZ"), 34: ("XYZ", "BGR"),
    35: ("XYZ", "RGB"), 36: ("BGR", "YCrCb"), 37: ("RGB", "YCrCb"), 38: ("YCrCb", "BGR"), 39: ("YCrCb", "RGB"),
    40: ("BGR", "HSV"), 41: ("RGB", "HSV"), 44: ("BGR", "Lab"), 45: ("RGB", "Lab"), 50: ("BGR", "Luv"),
    51: ("RGB", "Luv"), 52: ("BGR", "HLS"), 53: ("RGB", "HLS"), 54: ("HSV", "BGR"), 55: ("HSV", "RGB"),
    56: ("Lab", "BGR"), 57: ("Lab", "RGB"), 60: ("HLS", "BGR"), 61: ("HLS", "RGB"), 82: ("BGR", "YUV"),
    83: ("RGB", "YUV"), 84: ("YUV", "BGR"), 85: ("YUV", "RGB"),
}  # fmt: skip
#: The same by other names.
_ALIKE: Final = {
    "RGB2BGR": 4, "RGB2RGBA": 0, "RGB2BGRA": 2, "BGRA2RGB": 3, "RGBA2RGB": 1, "RGBA2BGRA": 5, "GRAY2RGB": 8,
    "GRAY2RGBA": 9, "BGR2LAB": 44, "RGB2LAB": 45, "BGR2LUV": 50, "RGB2LUV": 51, "LAB2BGR": 56, "LAB2RGB": 57,
    "BGR2YCR_CB": 36, "RGB2YCR_CB": 37, "YCR_CB2BGR": 38, "YCR_CB2RGB": 39,
}  # fmt: skip
_TYPES: Final = {
    f"CV_{name}{suffix}": depth + 8 * (channels - 1) if channels > 1 else depth
    for depth, name in enumerate(("8U", "8S", "16U", "16S", "32S", "32F", "64F"))
    for channels, suffix in ((1, ""),)
}
CONSTANTS: Final[dict[str, int]] = {
    **{f"COLOR_{source}2{target}": number for number, (source, target) in CONVERSIONS.items()},
    **{f"COLOR_{name}": number for name, number in _ALIKE.items()},
    **_TYPES,
    **_numbered("INTER", "NEAREST LINEAR CUBIC AREA LANCZOS4 LINEAR_EXACT NEAREST_EXACT"),
    **_numbered("THRESH", "BINARY BINARY_INV TRUNC TOZERO TOZERO_INV"),
    "THRESH_OTSU": 8,
    "THRESH_TRIANGLE": 16,
    **_numbered("ADAPTIVE_THRESH", "MEAN_C GAUSSIAN_C"),
    **_numbered("BORDER", "CONSTANT REPLICATE REFLECT WRAP REFLECT_101 TRANSPARENT"),
    "BORDER_REFLECT101": 4,
    "BORDER_DEFAULT": 4,
    **_numbered("MORPH", "ERODE DILATE OPEN CLOSE GRADIENT TOPHAT BLACKHAT"),
    **_numbered("MORPH", "RECT CROSS ELLIPSE"),
    **_numbered("RETR", "EXTERNAL LIST CCOMP TREE"),
    **_numbered("CHAIN_APPROX", "NONE SIMPLE TC89_L1 TC89_KCOS", 1),
    **_numbered("CC_STAT", "LEFT TOP WIDTH HEIGHT AREA"),
    **_numbered("DIST", "L1 L2 C", 1),
    **{"NORM_INF": 1, "NORM_L1": 2, "NORM_L2": 4, "NORM_L2SQR": 5, "NORM_HAMMING": 6, "NORM_MINMAX": 32},
    **_numbered("ROTATE", "90_CLOCKWISE 180 90_COUNTERCLOCKWISE"),
    **_numbered("FONT_HERSHEY", "SIMPLEX PLAIN DUPLEX COMPLEX TRIPLEX COMPLEX_SMALL SCRIPT_SIMPLEX SCRIPT_COMPLEX"),
    **{"LINE_4": 4, "LINE_8": 8, "LINE_AA": 16, "FILLED": -1, "WARP_INVERSE_MAP": 16, "WARP_FILL_OUTLIERS": 8},
    **_numbered("TM", "SQDIFF SQDIFF_NORMED CCORR CCORR_NORMED CCOEFF CCOEFF_NORMED"),
    **_numbered("HISTCMP", "CORREL CHISQR INTERSECT BHATTACHARYYA CHISQR_ALT KL_DIV"),
    **_numbered("CMP", "EQ GT GE LT LE NE"),
    **_numbered("REDUCE", "SUM AVG MAX MIN"),
    **{"IMREAD_UNCHANGED": -1, "IMREAD_GRAYSCALE": 0, "IMREAD_COLOR": 1, "IMREAD_ANYDEPTH": 2, "IMREAD_ANYCOLOR": 4},
    **{"IMWRITE_JPEG_QUALITY": 1, "IMWRITE_PNG_COMPRESSION": 16},
    **{"TERM_CRITERIA_COUNT": 1, "TERM_CRITERIA_MAX_ITER": 1, "TERM_CRITERIA_EPS": 2},
    **_numbered("KMEANS", "RANDOM_CENTERS USE_INITIAL_LABELS PP_CENTERS"),
    **{"OPTFLOW_USE_INITIAL_FLOW": 4, "OPTFLOW_FARNEBACK_GAUSSIAN": 256, "HOUGH_GRADIENT": 3},
}
