"""A small server that speaks OpenAI's protocol, and says what a test has it say."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    """Answers with what `reply(body, number of requests before)` gives: (status, data); keeps what was asked, and with which key."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, dict]] = []
        self.keys: set[str] = set()
        self.lock = threading.Lock()
        self.reply = lambda body, before: (200, chat("four"))
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing is said of a client that did not wait for the reply."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            before = len(self.server.asked)
            self.server.asked.append((self.path, body))
            self.server.keys.add(self.headers["Authorization"])
        status, data = self.server.reply(body, before)
        raw = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Retry-After-Ms", "1")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *arguments: object) -> None:
        pass


def chat(text: str | None, *, reason: str = "stop", tokens: int | None = None) -> dict:
    usage = {} if tokens is None else {"usage": {"completion_tokens": tokens, "prompt_tokens": 1, "total_tokens": tokens + 1}}
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason}], **usage}
