/**
 * For a server script: tells the bench where it listens, says for each line that comes in how much CPU time this process has taken
 * (microseconds), and ends this process when the bench lets go of it.
 */
export function ready(about: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(about)}\n`);
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage();
    process.stdout.write(`${user + system}\n`);
  });
  process.stdin.once('end', () => process.exit(0));
}
