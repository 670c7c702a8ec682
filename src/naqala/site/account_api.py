"""HTTP for accounts: signing up, entering, and what an account may change about itself."""

from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from naqala.play import PlayerId
from naqala.site import errors, protocol
from naqala.site.accounts.accounts import RENAME_PAUSE_MS, Visitor
from naqala.site.accounts.export import export_lines
from naqala.site.bodies import json, read_body
from naqala.site.client_address import client_address
from naqala.site.guests import Session
from naqala.site.limits import Limit
from naqala.site.operations import UNAVAILABLE, UNREADABLE, Operation
from naqala.site.services import services_of


async def sign_up(request: Request) -> Response:
    """Makes an account of this browser's guest, who keeps his games."""
    services = services_of(request)
    wish = await read_body(request, protocol.SignUp)
    before = await services.guests.session_of(request.cookies)
    ticket, codes = await services.accounts.sign_up(
        before, wish.name, wish.password, _visitor(request)
    )
    response = _json(protocol.RecoveryCodes(codes), HTTPStatus.CREATED)
    services.guests.admit(ticket, before, response)
    return response


async def get_account(request: Request) -> Response:
    """This session's account, and where else it is logged in."""
    return _json(await _view(request, await _session(request)))


async def log_in(request: Request) -> Response:
    """Enters by name and password."""
    services = services_of(request)
    wish = await read_body(request, protocol.LogIn)
    before = await services.guests.session_of(request.cookies)
    ticket = await services.accounts.log_in(before, wish.name, wish.password, _visitor(request))
    response = await _me(request, ticket.session.player_id)
    services.guests.admit(ticket, before, response)
    return response


async def log_out(request: Request) -> Response:
    """Ends this session."""
    services = services_of(request)
    await services.accounts.log_out(await _session(request))
    response = _json(protocol.Me(None))
    services.guests.dismiss(response)
    return response


async def recover(request: Request) -> Response:
    """Enters by a recovery code and sets a new password."""
    services = services_of(request)
    wish = await read_body(request, protocol.Recover)
    before = await services.guests.session_of(request.cookies)
    ticket = await services.accounts.recover(
        before, wish.name, wish.code, wish.password, _visitor(request)
    )
    response = await _me(request, ticket.session.player_id)
    services.guests.admit(ticket, before, response)
    return response


async def rename(request: Request) -> Response:
    """Changes the name."""
    wish = await read_body(request, protocol.NewName)
    session = await _session(request)
    await services_of(request).accounts.rename(session.player_id, wish.name)
    return _json(await _view(request, session))


async def change_password(request: Request) -> Response:
    """Changes the password; all other sessions end."""
    services = services_of(request)
    wish = await read_body(request, protocol.NewPassword)
    before = await _session(request)
    ticket = await services.accounts.change_password(
        before, wish.password, wish.new_password, _visitor(request)
    )
    now = Session(ticket.session.key, before.player_id)
    response = _json(await _view(request, now))
    services.guests.admit(ticket, before, response)
    return response


async def renew_codes(request: Request) -> Response:
    """Makes new recovery codes; the old ones open nothing any more."""
    wish = await read_body(request, protocol.Proof)
    session = await _session(request)
    codes = await services_of(request).accounts.renew_codes(
        session.player_id, wish.password, _visitor(request)
    )
    return _json(protocol.RecoveryCodes(codes))


async def end_session(request: Request) -> Response:
    """Ends one of the account's sessions: its sockets are closed."""
    services = services_of(request)
    session = await _session(request)
    await services.accounts.get(session.player_id)
    ended = await services.accounts.end_session(
        session.player_id, request.path_params["session_id"]
    )
    if ended == session.key:
        response = _json(protocol.EndedSession(None))
        services.guests.dismiss(response)
        return response
    return _json(protocol.EndedSession(await _view(request, session)))


async def delete_account(request: Request) -> Response:
    """Deletes the account; its games stay, without its name."""
    services = services_of(request)
    wish = await read_body(request, protocol.Proof)
    session = await _session(request)
    await services.accounts.delete(session.player_id, wish.password, _visitor(request))
    response = _json(protocol.Me(None))
    services.guests.dismiss(response)
    return response


async def export(request: Request) -> Response:
    """All that is kept of the account, as a file."""
    services = services_of(request)
    session = await _session(request)
    account = await services.accounts.get(session.player_id)
    return StreamingResponse(
        export_lines(services.store, services.accounts, account),
        media_type="application/json",
        headers={
            "cache-control": "no-store",
            "content-disposition": 'attachment; filename="naqala.json"',
        },
    )


async def _session(request: Request) -> Session:
    session = await services_of(request).guests.session_of(request.cookies)
    if session is None:
        raise errors.no_session()
    return session


async def _me(request: Request, player_id: PlayerId) -> Response:
    account = await services_of(request).accounts.get(player_id)
    return _json(protocol.Me(protocol.PlayerView(account.name, has_account=True)))


async def _view(request: Request, session: Session) -> protocol.AccountView:
    accounts = services_of(request).accounts
    account = await accounts.get(session.player_id)
    renamed_ms = account.renamed_ms
    rename_ms = None if renamed_ms is None else renamed_ms + RENAME_PAUSE_MS
    if rename_ms is not None and rename_ms <= services_of(request).clock():
        rename_ms = None
    return protocol.AccountView(
        name=account.name,
        created_ms=account.created_ms,
        rename_ms=rename_ms,
        codes_left=await accounts.codes_left(session.player_id),
        sessions=[
            protocol.SessionView(
                id=one.public_id,
                browser=one.browser,
                system=one.system,
                created_ms=one.created_ms,
                seen_ms=one.seen_ms or one.created_ms,
                is_this=one.key == session.key,
            )
            for one in await accounts.sessions(session.player_id)
        ],
    )


def _json(message: msgspec.Struct, status: HTTPStatus = HTTPStatus.OK) -> Response:
    response = json(message, status)
    response.headers["cache-control"] = "no-store"
    return response


def _visitor(request: Request) -> Visitor:
    return Visitor(client_address(request.scope), request.headers.get("user-agent", "")[:500])


_MINE = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, UNAVAILABLE)
_TRIED = (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS, UNAVAILABLE)
_NEW = (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)

ACCOUNT_OPERATIONS = [
    Operation(
        "POST",
        "/api/account",
        sign_up,
        "Make an account of this session's guest",
        protocol.RecoveryCodes,
        HTTPStatus.CREATED,
        body=protocol.SignUp,
        errors=(*UNREADABLE, *_NEW, HTTPStatus.TOO_MANY_REQUESTS, UNAVAILABLE),
    ),
    Operation(
        "GET",
        "/api/account",
        get_account,
        "This session's account",
        protocol.AccountView,
        errors=_MINE,
    ),
    Operation(
        "POST",
        "/api/account/login",
        log_in,
        "Enter by name and password",
        protocol.Me,
        body=protocol.LogIn,
        errors=(*UNREADABLE, *_TRIED),
        limit=Limit.PASSWORDS,
    ),
    Operation(
        "POST",
        "/api/account/logout",
        log_out,
        "End this session",
        protocol.Me,
        errors=_MINE,
    ),
    Operation(
        "POST",
        "/api/account/recover",
        recover,
        "Enter by a recovery code, with a new password",
        protocol.Me,
        body=protocol.Recover,
        errors=(*UNREADABLE, *_TRIED, HTTPStatus.UNPROCESSABLE_ENTITY),
        limit=Limit.PASSWORDS,
    ),
    Operation(
        "POST",
        "/api/account/name",
        rename,
        "Change the name, once in 90 days",
        protocol.AccountView,
        body=protocol.NewName,
        errors=(*UNREADABLE, *_NEW, *_MINE),
    ),
    Operation(
        "POST",
        "/api/account/password",
        change_password,
        "Change the password, and end all other sessions",
        protocol.AccountView,
        body=protocol.NewPassword,
        errors=(
            *UNREADABLE,
            HTTPStatus.UNAUTHORIZED,
            *_TRIED,
            HTTPStatus.UNPROCESSABLE_ENTITY,
        ),
        limit=Limit.PASSWORDS,
    ),
    Operation(
        "POST",
        "/api/account/codes",
        renew_codes,
        "New recovery codes in place of the old ones",
        protocol.RecoveryCodes,
        body=protocol.Proof,
        errors=(*UNREADABLE, HTTPStatus.UNAUTHORIZED, *_TRIED),
        limit=Limit.PASSWORDS,
    ),
    Operation(
        "POST",
        "/api/account/sessions/{session_id}/end",
        end_session,
        "End one of the account's sessions",
        protocol.EndedSession,
        errors=(*_MINE, HTTPStatus.NOT_FOUND),
    ),
    Operation(
        "POST",
        "/api/account/delete",
        delete_account,
        "Delete the account; its games stay, without its name",
        protocol.Me,
        body=protocol.Proof,
        errors=(*UNREADABLE, HTTPStatus.UNAUTHORIZED, *_TRIED),
        limit=Limit.PASSWORDS,
    ),
    Operation(
        "GET",
        "/api/account/export",
        export,
        "All that is kept of the account",
        protocol.Export,
        errors=_MINE,
        limit=Limit.EXPORTS,
    ),
]
