import { enableCompileCache } from 'node:module';
import { processOutput } from './support/console.ts';

/** Runs the command line of this process and sets its exit status. */
export async function main(): Promise<void> {
  // Before the rest is imported: later starts read the compiled code from the cache.
  enableCompileCache();
  const { run } = await import('./program.ts');
  process.exitCode = await run(process.argv.slice(2), processOutput());
}
