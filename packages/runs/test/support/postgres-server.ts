import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The newest PostgreSQL on this machine. Debian does not put it on the PATH. */
const folder = globSync('/usr/lib/postgresql/*/bin')
  .sort((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]))
  .findLast((bin) => existsSync(join(bin, 'initdb')));

/** PostgreSQL refuses to run as root. If the tests run as root, they start it as the user of Debian's package. */
const user: { uid?: number; gid?: number } | undefined = process.getuid?.() === 0 ? userOf('postgres') : {};

/** The reason why PostgreSQL cannot be tested, or undefined if it can. */
export const noPostgres =
  folder === undefined
    ? 'PostgreSQL is not installed (Debian: apt-get install postgresql)'
    : user === undefined
      ? 'PostgreSQL refuses to run as root, and there is no user called postgres'
      : undefined;

function userOf(name: string): { uid?: number; gid?: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

export interface PostgresServer extends AsyncDisposable {
  /** The connection settings for `pg` and `postgres`: the folder of the socket, the database user and the database */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Stops the server immediately, as in a crash, or lets it roll back its transactions first */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
}

/** A PostgreSQL server in a temporary folder. It listens only on a socket there, and on no port. */
export async function postgresServer(): Promise<PostgresServer> {
  if (folder === undefined || user === undefined) throw new Error(noPostgres);
  const home = mkdtempSync(join(tmpdir(), 'pg-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const run = async (program: string, args: readonly string[]): Promise<void> => {
    const options: SpawnOptions = { ...user, cwd: home, env: { LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] };
    const child = spawn(join(folder, program), args, options);
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => void (errors += text));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${errors}`);
  };
  const start = () =>
    run('pg_ctl', ['start', '--wait', '--pgdata', data, '--log', join(home, 'log'), '--options', settings(home)]);
  const stop = (mode: string) => run('pg_ctl', ['stop', '--wait', '--pgdata', data, '--mode', mode]);
  await run('initdb', ['--pgdata', data, '--username=runs', '--auth=trust', '--encoding=UTF8', '--no-sync']);
  await start();
  return {
    connection: { host: home, user: 'runs', database: 'postgres' },
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop('immediate').catch(() => {});
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The server uses no port, and does not wait for the disk, because the folder is removed after the test. */
function settings(home: string): string {
  return `-c listen_addresses= -c unix_socket_directories=${home} -c fsync=off -c max_connections=50`;
}
