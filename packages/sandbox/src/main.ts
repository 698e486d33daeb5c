import { createRequire, enableCompileCache } from 'node:module';

/** Runs the command line of this process. */
export async function main(): Promise<void> {
  // Must run before the other imports: later starts then read the compiled code from the cache.
  enableCompileCache();
  const { run } = await import('./command/run.ts');
  const { version } = createRequire(import.meta.url)('@syncline/sandbox/package.json') as { version: string };
  const color = process.stdout.isTTY && process.env.NO_COLOR === undefined;
  const started = await run(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    color,
    version,
    onListening: ({ sandbox, flushLog }) => {
      process.once('exit', flushLog);
      const end = (): void => void sandbox.close().then(() => process.exit(0));
      // Not `once`: Ctrl-C may arrive twice, from the terminal and from a parent process, and a second signal without a
      // listener would end the process before a database file is saved.
      process.on('SIGINT', end).on('SIGTERM', end);
    },
  });
  if (started.exitCode !== undefined) process.exitCode = started.exitCode;
}
