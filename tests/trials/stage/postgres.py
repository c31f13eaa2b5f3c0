"""PostgreSQL servers of the tests, from the system's packages: made in memory where there is room.

Each ends with the test, or the run of tests, that asked for it: whatever has been started in a folder is
stopped as the folder goes, also if that could not be started to its end. A server is a daemon, which outlives
whoever has started it. So a guard waits for the end of the process that began the run, and ends and removes
what that one could not, since it was killed."""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

import psycopg

from tests.trials.stage.guard import HANGS_AFTER, until_now
from tests.trials.stage.memory import MEMORY, in_memory
from tests.trials.stage.ports import free_port
from tests.trials.stage.processes import children, runs

WHY_NOT: Final = "PostgreSQL is not installed (apt-get install postgresql), so what needs it is not tested"
_GUARD: Final = """
while grep -qs '^State:.[^ZX]' /proc/{owner}/status; do sleep 1; done
for file in $(find {homes} -name postmaster.pid); do
    server=$(head -1 "$file")
    kill -CONT "$server" $(cat /proc/"$server"/task/"$server"/children)
    kill -QUIT "$server"
    while kill -0 "$server"; do sleep 0.1; done
done
rm -rf {homes}
"""
PATIENCE: Final = str(int(HANGS_AFTER))
_RUN: Final = os.getpid()  # in a forked worker too, that of the process which began the run


@cache
def programs() -> Path | None:
    """The folder of the newest server that is installed."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    on_path = shutil.which("postgres")
    if on_path is not None:
        return Path(on_path).resolve().parent
    return max(found, key=lambda one: int(one.parent.name), default=None)


@cache
def _user() -> str | None:
    """Who runs the server, which refuses to be run by root; None for this process's own user."""
    if os.geteuid() != 0:
        return None
    return "postgres" if any(one.pw_name == "postgres" for one in pwd.getpwall()) else "nobody"


class Server:
    """A server of its own, on a free port of this machine."""

    def __init__(self, home: Path) -> None:
        self.home, self.data = home, home / "data"

    @classmethod
    def make(cls, home: Path, **settings: str) -> Server:
        """A new server, running."""
        server = cls(home)
        home.mkdir(parents=True, exist_ok=True)
        if (user := _user()) is not None:
            shutil.chown(home, user)
        server._run(Path("/bin/cp"), "-a", str(_empty()), str(server.data))
        given = {
            "port": str(free_port()),
            "listen_addresses": "'127.0.0.1'",
            "unix_socket_directories": "''",
            "shared_buffers": "16MB",
            "dynamic_shared_memory_type": "mmap",  # in its own folder, gone with it when it is killed
            "autovacuum": "off",
            "max_connections": "200",
            **settings,
        }
        server._set(**given)
        server.start()
        return server

    def replica(self, home: Path, name: str, port: int | None = None) -> Server:
        """A new server that follows this one under a name, and takes no writes; running."""
        replica = Server(home)
        home.mkdir(parents=True)
        if (user := _user()) is not None:
            shutil.chown(home, user)
        here = f"host=127.0.0.1 port={self.port} user=biritch"
        replica._run(
            _program("pg_basebackup"), "-D", str(replica.data), "-d", here, "-c", "fast", "--no-sync"
        )
        follows = f"'{here} application_name={name}'"
        replica._set(port=str(port or free_port()), primary_conninfo=follows)
        (replica.data / "standby.signal").touch()
        replica.start()
        return replica

    def promote(self) -> None:
        """Make a replica take writes."""
        self._run(_program("pg_ctl"), "-D", str(self.data), "-w", "-t", PATIENCE, "promote")

    def remove(self) -> None:
        """Its disk is lost."""
        shutil.rmtree(self.home)

    @property
    def runs(self) -> bool:
        return (self.data / "postmaster.pid").exists()

    @property
    def port(self) -> int:
        lines = (self.data / "postgresql.conf").read_text().splitlines()
        return next(int(one.split("=")[1]) for one in reversed(lines) if one.startswith("port ="))

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://biritch@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        log = str(self.home / "log")
        self._run(_program("pg_ctl"), "-D", str(self.data), "-l", log, "-w", "-t", PATIENCE, "start")

    def kill(self) -> None:
        """As if the machine had stopped: every process of the server at once."""
        processes = self.freeze()
        _signal(processes, signal.SIGKILL)
        until_now(lambda: not any(map(runs, processes)), "the end of a server")
        (self.data / "postmaster.pid").unlink()  # it names a process that nobody may have seen off

    def freeze(self) -> list[int]:
        """Every process of the server hangs, the first one first, so that it begins no other."""
        main = self._main()
        os.kill(main, signal.SIGSTOP)
        processes = [main, *children(main)]
        _signal(processes, signal.SIGSTOP)
        return processes

    def thaw(self) -> None:
        main = self._main()
        _signal([*children(main), main], signal.SIGCONT)

    def stop(self) -> None:
        """At once, frozen or not."""
        try:
            self.thaw()
            self._run(_program("pg_ctl"), "-D", str(self.data), "-m", "immediate", "-t", PATIENCE, "stop")
        except (FileNotFoundError, ProcessLookupError, subprocess.CalledProcessError):
            if self.runs:  # else it has just ended
                raise

    def _main(self) -> int:
        return int((self.data / "postmaster.pid").read_text().splitlines()[0])

    def new_database(self, name: str, how: str = "") -> None:
        """In place of one that the same test has left, where it is run again in the same process."""
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        self.execute(f"CREATE DATABASE {name} {how}")

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(self.url(database), autocommit=True) as raw:
            cursor = raw.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def _set(self, **settings: str) -> None:
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())

    def _run(self, program: Path, *arguments: str) -> None:
        subprocess.run(
            [program, *arguments],
            user=_user(),
            cwd=self.home,
            env={"PATH": os.defpath, "LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=HANGS_AFTER,
        )


def _program(name: str) -> Path:
    folder = programs()
    assert folder is not None
    return folder / name


NAME: Final = "replica"


class Pair:
    """Two servers, of which one leads. With ``local`` it acknowledges what the other does not yet have."""

    def __init__(self, home: Path, *, local: bool = False) -> None:
        self._home, self._made = home, 0
        self.leader = Server.make(
            self._next_home(),
            synchronous_standby_names=NAME,
            synchronous_commit="local" if local else "on",
            wal_keep_size="64MB",
        )
        self.replica = self.leader.replica(self._next_home(), NAME)
        self.old: Server | None = None
        """The leader before, once it has been split off."""

    @property
    def url(self) -> str:
        """Names both: a client looks for the one that takes writes."""
        return f"postgresql://biritch@127.0.0.1:{self.leader.port},127.0.0.1:{self.replica.port}/postgres"

    def catch_up(self) -> None:
        """Returns once the replica has on its disk all that the leader has."""
        level = "SELECT 1 FROM pg_stat_replication WHERE flush_lsn >= pg_current_wal_flush_lsn()"
        until_now(lambda: self.leader.execute(level), "the replica")

    def cut(self, how: str) -> None:
        """End the waits for the replica by this function of the server's, ``pg_cancel_backend`` or
        ``pg_terminate_backend``. What waits is then committed here alone."""
        self.leader.execute(f"SELECT {how}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")

    def fail_over(self) -> None:
        """The leader is lost with its disk. Its replica leads, and is given a new one."""
        lost, self.leader = self.leader, self.replica
        port = lost.port
        lost.kill()
        if not self.leader.runs:
            self.leader.start()
        self.leader.promote()
        lost.remove()
        self.replica = self.leader.replica(self._next_home(), NAME, port)

    def split_off(self) -> None:
        """The replica leads and is given a new one, while the leader before lives on, cut off from both."""
        self.old, self.leader = self.leader, self.replica
        self.leader.promote()
        self.replica = self.leader.replica(self._next_home(), NAME)

    def _next_home(self) -> Path:
        self._made += 1
        return self._home / str(self._made)


def shared() -> Server:
    """The server that all processes of one run of the tests share. It ends with the run."""
    home = _home()
    with _lock(home / "lock"):
        return Server(home) if (home / "log").exists() else Server.make(home)


def _empty() -> Path:
    """The data of a new server, to be copied: to make them takes ten times as long."""
    home = _home()
    made = Server(home / "empty")
    with _lock(home / "lock-empty"):
        if not made.home.exists():
            made.home.mkdir()
            if (user := _user()) is not None:
                shutil.chown(made.home, user)
            made._run(
                *(_program("initdb"), "-D", str(made.data)),
                *("-A", "trust", "-U", "biritch", "-E", "UTF8", "--no-sync"),
            )
    return made.data


def _home(*, on_disk: bool = False) -> Path:
    """The folder of one run of the tests. It is removed after the run, when all servers in it have ended."""
    owner = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else _RUN
    home, other = (room / f"biritch-postgres-{owner}" for room in (_room(), Path(tempfile.gettempdir())))
    with suppress(FileExistsError):
        home.mkdir()
        other.mkdir(exist_ok=True)
        guard, nowhere = _GUARD.format(owner=owner, homes=f"{home} {other}"), subprocess.DEVNULL
        subprocess.Popen(["sh", "-c", guard], start_new_session=True, stdout=nowhere, stderr=nowhere)
    return other if on_disk else home


@contextmanager
def _lock(file: Path) -> Iterator[None]:
    with file.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


@contextmanager
def alone(*, on_disk: bool = False, **settings: str) -> Iterator[Server]:
    """A server for one test, which may do anything to it; ``on_disk`` where its speed matters."""
    with _folder(on_disk=on_disk) as folder:
        yield Server.make(folder, **settings)


@contextmanager
def pair(*, on_disk: bool = False, local: bool = False) -> Iterator[Pair]:
    """Two servers for one test, as ``alone`` makes one."""
    with _folder(on_disk=on_disk) as folder:
        yield Pair(folder, local=local)


@contextmanager
def _folder(*, on_disk: bool) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=_home(on_disk=on_disk)) as folder:
        Path(folder).chmod(0o755)  # the servers' own user has to pass through
        try:
            yield Path(folder)
        finally:
            for started in Path(folder).rglob("postmaster.pid"):
                Server(started.parent.parent).stop()


def _signal(processes: Iterable[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _room() -> Path:
    return MEMORY if in_memory() else Path(tempfile.gettempdir())
