import { createInterface } from 'node:readline';

/**
 * For a script that another process asks. Prints what `about` says as soon as the script is ready. For each line of
 * input, prints what `answer` returns for it; without one, the CPU time of this process in microseconds. Ends the process
 * when the benchmark closes the input.
 */
export function ready(about: Readonly<Record<string, unknown>>, answer: (line: string) => unknown = cpuTime): void {
  console.log(JSON.stringify(about));
  const lines = createInterface(process.stdin);
  lines.on('line', async (line) => console.log(JSON.stringify(await answer(line))));
  lines.once('close', () => process.exit(0));
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
