"""Signatures over the manifest of a pack, made and checked by the user's own ssh-keygen or gpg.

The auditor keeps no key and asks for no password: the tools do. They run without a shell, the manifest goes in by
standard input, and what a pack says never becomes an argument.
"""

from __future__ import annotations

import base64
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from auditor.packing.manifest import MANIFEST
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

SSH_SIGNATURE, GPG_SIGNATURE = f"{MANIFEST}.sig", f"{MANIFEST}.asc"
SIGNATURES = (SSH_SIGNATURE, GPG_SIGNATURE)
NAMESPACE = "auditor"  # a signature for another purpose is none of a pack
PATIENCE = 60  # seconds for a signature to be checked
SSH_LINE = 70  # letters in a line of a signature by ssh
LARGEST_SIGNATURE = 1 << 16  # bytes
NONE, GOOD, UNKNOWN, BAD = "none", "good", "signer-unknown", "bad"


class _NoTool(Exception):
    """The program that makes or checks signatures is not there."""


@value_class
class SignatureCheck:
    """What is known of the signature of a pack: none, good, by somebody unknown, or bad; and in words."""

    state: str
    words: str


@value_class
class Signers:
    """Whom a pack is expected to be signed by, if anybody: by ssh's file of allowed signers, by name."""

    allowed: Path | None = None
    identity: str | None = None

    def __post_init__(self) -> None:
        for option, value in (("--allowed-signers", str(self.allowed or "")), ("--identity", self.identity or "")):
            _no_option(value, option)
        if self.allowed is not None and self.identity is None:
            raise UsageError("--allowed-signers needs --identity: the name there whose key must have signed")
        if self.allowed is not None and not self.allowed.is_file():
            raise UsageError(f"--allowed-signers: no file {escaped(str(self.allowed))}")


def _no_option(value: str, option: str) -> None:
    if value.startswith("-"):
        raise UsageError(f"{option}: '{escaped(value, 60)}' looks like an option, expected a name that does not")


# ---- making one ----


def check_key(key: str) -> None:
    """Refuse, before the work begins, what cannot be a key: expected are ssh:KEYFILE, gpg and gpg:KEYID."""
    kind, _, name = key.partition(":")
    if kind not in ("ssh", "gpg") or (kind == "ssh" and not name):
        raise UsageError(f"--sign: '{escaped(key, 60)}', expected ssh:KEYFILE, gpg or gpg:KEYID")
    _no_option(name, "--sign")
    if kind == "ssh" and not Path(name).expanduser().is_file():
        raise UsageError(f"--sign: no key file {escaped(name)}")


def sign(manifest: bytes, key: str) -> tuple[str, bytes]:
    """Have the manifest signed with a key. The answer is the name and the content of the signature's file."""
    check_key(key)
    kind, _, name = key.partition(":")
    if kind == "ssh":
        file, command = SSH_SIGNATURE, ["ssh-keygen", "-Y", "sign", "-f", str(Path(name).expanduser()), "-n", NAMESPACE]
    else:
        file, command = GPG_SIGNATURE, ["gpg", "--detach-sign", "--armor", *(["--local-user", name] if name else [])]
    try:
        done = _run(command, manifest, None)
    except _NoTool as error:
        raise UsageError(f"--sign: {error}") from None
    if done.returncode or not done.stdout:
        raise UsageError(f"--sign: {command[0]} did not sign: {_said(done)}")
    return file, done.stdout


# ---- checking one ----


def check_signature(manifest: bytes, signatures: dict[str, bytes], signers: Signers) -> SignatureCheck:
    """Check the signature of a manifest. Where somebody is expected to have signed, nothing else is good."""
    if not signatures:
        if signers.identity is not None:
            return SignatureCheck(BAD, f"not signed, expected {escaped(signers.identity, 80)} to have signed")
        return SignatureCheck(NONE, "not signed, so nobody stands for what is in it")
    if len(signatures) > 1:
        return SignatureCheck(BAD, "found two signatures, expected one")
    ((name, signature),) = signatures.items()
    if not _is_armoured(name, signature):
        return SignatureCheck(BAD, f"found something else in {name}, expected a signature and nothing beside it")
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "signature"
            file.write_bytes(signature)
            check = _checked_by_ssh if name == SSH_SIGNATURE else _checked_by_gpg
            return check(manifest, str(file), signers)
    except _NoTool as error:
        return SignatureCheck(BAD, f"cannot be checked: {error}")
    except subprocess.TimeoutExpired:
        return SignatureCheck(BAD, f"cannot be checked: it took more than {PATIENCE} seconds")


def _is_armoured(name: str, signature: bytes) -> bool:
    """Is this a signature as its tool writes it? Nobody vouches for words around it."""
    kind = b"SSH" if name == SSH_SIGNATURE else b"PGP"
    begin, end = b"-----BEGIN %b SIGNATURE-----\n" % kind, b"-----END %b SIGNATURE-----\n" % kind
    if not signature.startswith(begin) or not signature.endswith(end) or signature.count(b"-----") != 4:
        return False
    if kind == b"PGP":
        return True
    lines = signature.removeprefix(begin).removesuffix(end)
    try:
        plain = base64.b64encode(base64.b64decode(lines.replace(b"\n", b""), validate=True))
    except ValueError:
        return False
    return lines == b"".join(plain[at : at + SSH_LINE] + b"\n" for at in range(0, len(plain), SSH_LINE))


def _checked_by_ssh(manifest: bytes, file: str, signers: Signers) -> SignatureCheck:
    if signers.identity is not None and signers.allowed is None:
        return SignatureCheck(BAD, "signed by ssh, which needs --allowed-signers to tell whose key it is")
    if signers.allowed is not None and signers.identity is not None:
        who = ["-f", str(signers.allowed), "-I", signers.identity]
        done = _run(["ssh-keygen", "-Y", "verify", *who, "-n", NAMESPACE, "-s", file], manifest, PATIENCE)
        if done.returncode:
            return SignatureCheck(BAD, f"no good signature of {escaped(signers.identity, 80)}: {_said(done)}")
        return SignatureCheck(GOOD, f"good, of {escaped(signers.identity, 80)}: {_key_of(done)}")
    done = _run(["ssh-keygen", "-Y", "check-novalidate", "-n", NAMESPACE, "-s", file], manifest, PATIENCE)
    if done.returncode:
        return SignatureCheck(BAD, f"wrong: {_said(done)}")
    advice = "who signed is not known; --allowed-signers and --identity tell"
    return SignatureCheck(UNKNOWN, f"fits, made with {_key_of(done)}; {advice}")


def _key_of(done: subprocess.CompletedProcess[bytes]) -> str:
    """`ED25519 key SHA256:…`, out of what ssh-keygen says."""
    said = done.stdout.decode("utf-8", "replace").strip()
    return escaped(said.rpartition(" with ")[2], 120)


def _checked_by_gpg(manifest: bytes, file: str, signers: Signers) -> SignatureCheck:
    done = _run(
        ["gpg", "--batch", "--no-auto-key-retrieve", "--status-fd", "1", "--verify", file, "-"], manifest, PATIENCE
    )
    status = [line.split() for line in done.stdout.decode("utf-8", "replace").splitlines()]
    valid = [words[2:] for words in status if words[:2] == ["[GNUPG:]", "VALIDSIG"] and len(words) > 2]
    if done.returncode or len(valid) != 1:
        return SignatureCheck(BAD, f"no good signature: {_said(done)}")
    prints = {valid[0][0], valid[0][-1]}  # of the key that signed, and of the one that it belongs to
    if signers.identity is None:
        return SignatureCheck(
            UNKNOWN, f"fits, made with the key {valid[0][-1]} of your keyring; --identity expects one"
        )
    wanted = signers.identity.replace(" ", "").upper()
    if wanted not in prints:
        return SignatureCheck(BAD, f"made with the key {valid[0][-1]}, expected {escaped(signers.identity, 80)}")
    return SignatureCheck(GOOD, f"good, made with the key {valid[0][-1]}")


# ---- running the tools ----


def _run(command: Sequence[str], data: bytes, patience: int | None) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(command, input=data, capture_output=True, timeout=patience, check=False)
    except OSError as error:
        raise _NoTool(f"{command[0]} cannot be run: {error.strerror or error}") from None


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    """The last thing that a tool said, or its status if it said nothing."""
    lines = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
    return escaped(lines[-1].strip(), 160) if lines else f"it ended with status {done.returncode}"
