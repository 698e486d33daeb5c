import { spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server in a temporary folder, which listens on a socket there. */
export interface PostgresServer extends Disposable {
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
}

/**
 * Starts Debian's PostgreSQL. If this process runs as root, the server runs as the user `postgres`.
 *
 * @returns undefined
 * if it is not installed
 */
export function startPostgres(): PostgresServer | undefined {
  const bin = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN);
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  if (bin === undefined || Number.isNaN(user?.uid)) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'pg-'));
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(bin, program), args, {
      ...user,
      cwd: home,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`);
  };
  run('initdb', '--pgdata', data, '--username=bench', '--auth=trust', '--encoding=UTF8', '--no-sync');
  const settings = `-c listen_addresses= -c unix_socket_directories=${home} -c fsync=off`;
  run('pg_ctl', 'start', '--wait', '--pgdata', data, '--log', join(home, 'log'), '--options', settings);
  return {
    connection: { host: home, user: 'bench', database: 'postgres' },
    [Symbol.dispose]() {
      run('pg_ctl', 'stop', '--wait', '--pgdata', data, '--mode', 'immediate');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
