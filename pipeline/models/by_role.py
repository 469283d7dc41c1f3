"""Two endpoints behind one `Chat`: the reviewer's models may be of another profile."""

from collections.abc import Mapping

from pydantic import BaseModel

from pipeline.models.port import Chat, ChatReply, ChatRequest, Role


class ChatByRole:
    """Sends each request to the chat of its role."""

    def __init__(self, chats: Mapping[Role, Chat]) -> None:
        self._chats = dict(chats)

    def complete(self, request: ChatRequest, schema: type[BaseModel] | None = None) -> ChatReply:
        """See `Chat.complete`."""
        return self._chats[request.role].complete(request, schema)

    def identity(self, role: Role) -> str:
        """See `Chat.identity`."""
        return self._chats[role].identity(role)
