import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { peerProgram } from './peers.ts';

/** Starts Prism as a validating proxy in front of an address. Returns the proxy's address and a function to stop it. */
export async function startPrism(
  documentPath: string,
  target: string,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const args = ['proxy', documentPath, target, '--port', '0', '--errors', '--validate-request', 'false'];
  const child = spawn(process.execPath, [peerProgram('prism'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const printed = /listening on (http:\/\/[\w.:]+)/.exec(output)?.[1];
      if (printed !== undefined) resolve(printed);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(output)));
  });
  return {
    origin,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
