import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Runs the command line of this process and sets its exit status. */
export async function main(): Promise<void> {
  // Must run before the other imports: later starts then read the compiled code from the cache.
  enableCompileCache(cacheFolder());
  const [{ run }, { processOutput }, { exitStatus }] = await Promise.all([
    import('./program.ts'),
    import('./terminal/output.ts'),
    import('./command/exit-status.ts'),
  ]);
  process.on('SIGTERM', () => {
    // A command with its own listener ends on its own.
    if (process.listenerCount('SIGTERM') === 1) process.exit(exitStatus.interrupted);
  });
  // The answer did not arrive.
  const onLost = (): void =>
    void process.once('exit', (status) => {
      if (status === exitStatus.yes || status === exitStatus.no) process.exitCode = exitStatus.unknown;
    });
  process.exitCode = await run(process.argv.slice(2), processOutput(onLost));
}

/**
 * Where Node keeps the compiled code: in the user's own cache, because Node's default is the folder for temporary
 * files, where other users may place code. A folder that is not writable is not an error. NODE_COMPILE_CACHE names
 * another one, and NODE_DISABLE_COMPILE_CACHE=1 turns the cache off.
 */
function cacheFolder(): string {
  const { XDG_CACHE_HOME: cache, LOCALAPPDATA: local } = process.env;
  if (process.platform === 'win32' && local) return join(local, 'syncline', 'cache');
  return join(cache || join(homedir(), '.cache'), 'syncline');
}
