import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Runs the command line of this process, with the compiled code of earlier starts. */
export async function main(): Promise<void> {
  // Must run before the program is loaded, which is one module because each file takes Node longer than its code.
  enableCompileCache(cacheFolder());
  const { runProcess } = await import('./run-process.ts');
  await runProcess();
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
