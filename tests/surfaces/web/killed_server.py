"""A server to be killed: `python -m tests.surfaces.web.killed_server STORE PORT`, with the jobs of tests."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.surfaces.web.material import PLACE

#: A running job that has not been heard of for so many seconds is lost.
SILENCE = 4.0


def main(store: str, port: int) -> None:
    """Answer until the end."""
    import uvicorn

    from concordant.surfaces.web import app
    from concordant.surfaces.web.actions.workers import WorkerPool, WorkerSettings
    from concordant.surfaces.web.settings import WebSettings
    from concordant.surfaces.web.state import WebState

    def start(state: WebState) -> object:
        pool = WorkerPool(WorkerSettings(store=store, kinds=PLACE, silence=SILENCE), state.store)
        pool.start()
        return pool.close

    app.SERVICES = (start,)  # type: ignore[assignment]
    settings = WebSettings(store=store, folder=Path(tempfile.mkdtemp()), port=port)
    uvicorn.run(app.make_app(settings), host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
