"""What OpenCV's functions cost: taken from short runs of OpenCV 5.0 on one core, one thread."""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class Price(NamedTuple):
    """Of a function.

    Attributes:
        call: microseconds of calling it.
        byte: nanoseconds of each element of what it is given first, of a byte; single, double: of four and eight bytes.
    """

    call: float
    byte: float = 0.0
    single: float = 0.0
    double: float = 0.0

    @property
    def is_of_elements(self) -> bool:
        return self.byte > 0

    def of(self, kind: Any) -> float:
        """Of an element of a type."""
        if kind.itemsize == 1:
            return self.byte
        if kind.itemsize == 2:
            return (self.byte + self.single) / 2
        four = self.single or self.byte * 4
        return four if kind.itemsize == 4 else self.double or 2 * four


#: Of what reckons with single numbers, or is paid for by itself.
_SMALL: Final = Price(1.0)
PRICES: Final[dict[str, Price]] = {
    "cvtColor": Price(1.1),
    "resize": Price(1.6),
    "pyrDown": Price(1.0, 0.22, 0.3),
    "pyrUp": Price(1.3, 1.45, 1.7),
    "GaussianBlur": Price(2.3),
    "getGaussianKernel": Price(1.3),
    "blur": Price(1.7),
    "boxFilter": Price(1.7),
    "medianBlur": Price(5.0),
    "bilateralFilter": Price(6.0),
    "filter2D": Price(2.3),
    "sepFilter2D": Price(2.5),
    "copyMakeBorder": Price(1.5, 0.035, 0.13),
    "adaptiveThreshold": Price(2.0),
    "Sobel": Price(3.0),
    "Scharr": Price(3.0),
    "Laplacian": Price(2.6),
    "Canny": Price(2.5),
    "cornerHarris": Price(6.0),
    "goodFeaturesToTrack": Price(8.0),
    "add": Price(0.9, 0.033, 0.16),
    "subtract": Price(0.9, 0.033, 0.16),
    "multiply": Price(1.0, 0.146, 0.16),
    "divide": Price(1.0, 0.19, 0.16),
    "absdiff": Price(0.9, 0.033, 0.16),
    "max": Price(0.8, 0.033, 0.16),
    "min": Price(0.8, 0.033, 0.16),
    "bitwise_and": Price(0.8, 0.024),
    "bitwise_or": Price(0.8, 0.024),
    "bitwise_xor": Price(0.8, 0.024),
    "bitwise_not": Price(0.65, 0.023),
    "addWeighted": Price(1.0, 0.15, 0.17),
    "convertScaleAbs": Price(1.0, 0.113, 0.07, 0.14),
    "LUT": Price(1.4, 0.3),
    "inRange": Price(2.4, 0.2, 0.45),
    "compare": Price(1.0, 0.03, 0.12),
    "split": Price(2.3, 0.1, 0.31),
    "merge": Price(1.0, 0.08, 0.36),
    "hconcat": Price(1.5, 0.06, 0.24),
    "vconcat": Price(1.5, 0.06, 0.24),
    "sqrt": Price(0.65, 0.5, 0.18, 0.62),
    "pow": Price(1.5, 0.5, 0.86, 1.5),
    "exp": Price(0.7, 0.5, 0.45, 0.9),
    "log": Price(0.7, 0.5, 0.6, 1.1),
    "magnitude": Price(1.0, 0.27, 0.27, 0.57),
    "phase": Price(1.0, 0.3, 0.35, 0.7),
    "cartToPolar": Price(1.2, 0.5, 0.5, 0.85),
    "mean": Price(0.52, 0.037, 0.1),
    "sumElems": Price(0.5, 0.037, 0.1),
    "meanStdDev": Price(1.1, 0.2, 0.5),
    "minMaxLoc": Price(0.57, 0.011, 0.1),
    "countNonZero": Price(0.33, 0.018, 0.135),
    "findNonZero": Price(0.8, 0.6, 0.8),
    "norm": Price(0.6, 0.022, 0.1),
    "normalize": Price(1.0, 0.022, 0.13),
    "reduce": Price(1.0, 0.1, 0.2),
    "integral": Price(0.75, 0.17, 1.0),
    "threshold": Price(0.9, 0.025, 0.1),
    "equalizeHist": Price(1.6, 0.57),
    "createCLAHE": Price(0.3),
    "calcHist": Price(2.5),
    "compareHist": Price(1.1),
    "flip": Price(0.75, 0.032, 0.14),
    "rotate": Price(0.9, 0.03, 0.14),
    "transpose": Price(0.6, 0.065, 0.4),
    "getRotationMatrix2D": Price(0.77),
    "getAffineTransform": Price(1.6),
    "getPerspectiveTransform": Price(2.1),
    "invertAffineTransform": _SMALL,
    "warpAffine": Price(2.4),
    "warpPerspective": Price(3.3),
    "remap": Price(3.5),
    "perspectiveTransform": Price(1.0, 2.0, 2.0),
    "getStructuringElement": Price(1.0),
    "erode": Price(2.0),
    "dilate": Price(2.0),
    "morphologyEx": Price(3.3),
    "connectedComponents": Price(1.8),
    "connectedComponentsWithStats": Price(4.0),
    "distanceTransform": Price(2.0),
    "findContours": Price(2.2),
    "contourArea": Price(0.3, 0.55, 0.55),
    "arcLength": Price(0.33, 0.72, 0.72),
    "boundingRect": Price(0.42, 0.02, 0.25),
    "approxPolyDP": Price(0.9),
    "moments": Price(2.4),
    "convexHull": Price(0.7),
    "minAreaRect": Price(1.0),
    "minEnclosingCircle": Price(0.75),
    "fitEllipse": Price(3.0),
    "boxPoints": Price(1.8),
    "isContourConvex": Price(0.3),
    "pointPolygonTest": Price(0.42),
    "drawContours": Price(1.5),
    "rectangle": Price(1.0),
    "circle": Price(0.6),
    "ellipse": Price(2.0),
    "line": Price(0.6),
    "arrowedLine": Price(1.8),
    "polylines": Price(1.5),
    "fillPoly": Price(2.0),
    "fillConvexPoly": Price(1.2),
    "putText": Price(1.0),
    "getTextSize": Price(0.97),
    "matchTemplate": Price(6.6),
    "HoughLines": Price(8.0),
    "calcOpticalFlowFarneback": Price(41.0),
    "imencode": Price(5.0),
    "imdecode": Price(4.7),
    **dict.fromkeys(("getNumThreads", "setNumThreads", "setUseOptimized", "useOptimized"), Price(0.14)),
    **dict.fromkeys(("getTickCount", "getTickFrequency"), Price(0.09)),
}
