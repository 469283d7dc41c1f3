"""Video, by writing and reading ten frames."""

import io
import tempfile
from pathlib import Path

from app.doctor.check import CheckFailed, in_child
from app.texts import tr

FRAMES = 10
SECONDS = 30.0


def video_works() -> str:
    """H.264 in MP4 is written and read back, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="doctor-") as folder:
        found = in_child("app.doctor.video:write_and_read", SECONDS, Path(folder))
    if found["read"] != str(FRAMES):
        raise CheckFailed(
            tr("{read} of {frames} frames came back").format(read=found["read"], frames=FRAMES),
            tr("Delete .venv/.setup-done and run ./run: it mends the package av."),
        )
    return tr("{frames} frames of H.264 written and read back; PyAV {version}").format(
        frames=FRAMES, version=found["av"]
    )


def write_and_read() -> dict[str, str]:
    """Runs in the child."""
    import av
    import numpy as np

    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as out:
        stream = out.add_stream("libx264", rate=15)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for shade in range(FRAMES):
            picture = np.full((48, 64, 3), shade * 20, dtype=np.uint8)
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(stream.encode())
    file.seek(0)
    with av.open(file, "r") as video:
        read = sum(1 for _ in video.decode(video=0))
    return {"read": str(read), "av": av.__version__}
