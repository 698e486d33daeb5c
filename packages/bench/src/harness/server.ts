/** For a server script: tells the bench where it listens, and ends this process when the bench lets go of it. */
export function ready(about: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(about)}\n`);
  process.stdin.resume();
  process.stdin.once('end', () => process.exit(0));
}
