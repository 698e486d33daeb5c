import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The newest PostgreSQL of the machine: Debian keeps it out of the path. */
const folder = globSync('/usr/lib/postgresql/*/bin')
  .sort((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]))
  .findLast((bin) => existsSync(join(bin, 'initdb')));

/** PostgreSQL refuses to run as root, so root starts it as the user of Debian's package. */
const user: { uid?: number; gid?: number } | undefined = process.getuid?.() === 0 ? userOf('postgres') : {};

/** Why PostgreSQL cannot be tested; undefined if it can. */
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
  /** How `pg` and `postgres` reach it: the folder of its socket, and the user of the database */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Ends it at once, as a crash does, or lets it end its transactions first */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
}

/** A PostgreSQL server in a temporary folder, which listens on a socket there and on no port. */
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

/** No port, and no waiting for the disk: the folder does not outlive the test. */
function settings(home: string): string {
  return `-c listen_addresses= -c unix_socket_directories=${home} -c fsync=off -c max_connections=50`;
}
