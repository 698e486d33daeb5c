/**
 * For a server script. Prints where the server listens. For each line of input, prints the CPU time of this process in
 * microseconds. Ends the process when the benchmark closes the input.
 */
export function ready(about: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(about)}\n`);
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage();
    process.stdout.write(`${user + system}\n`);
  });
  process.stdin.once('end', () => process.exit(0));
}
