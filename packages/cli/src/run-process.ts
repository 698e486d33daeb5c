import { exitStatus } from './command/exit-status.ts';
import { run } from './program.ts';
import { processOutput } from './terminal/output.ts';

/** Runs the command line of this process and sets its exit status. */
export async function runProcess(): Promise<void> {
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
