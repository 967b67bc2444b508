"""OpenCV: the functions of ``cv2`` that are used most."""
