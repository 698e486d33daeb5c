// Why: `npm test` and `npm run lint` are lists of commands. This runs such a list, and shows one line per step, and the
// whole output of a failed step.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { onEveryCore } from './on-every-core.ts';

export interface Step {
  readonly name: string;
  readonly command: string;
  /** How to fix the failure, or the command that shows more. */
  readonly fix: string;
}

export const root = resolve(import.meta.dirname, '..');

/** Runs one step and returns its exit code and everything that it printed; `live` prints the output as it arrives. */
export async function run(command: string, live: boolean): Promise<{ code: number; output: string }> {
  const child = spawn(command, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: '1',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
  });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString();
    if (live) process.stdout.write(chunk);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const code = await new Promise<number>((done) => child.on('close', (status) => done(status ?? 1)));
  return { code, output };
}

/**
 * Runs all steps, also after a failure; returns how many passed and failed. Steps that follow each other run at the same
 * time, on as many cores as there are, except a live one, whose output is printed as it arrives.
 */
export async function runSteps(
  steps: readonly Step[],
  live: (step: Step) => boolean,
): Promise<{ passed: number; failed: number }> {
  const failures: Step[] = [];
  const runStep = async (step: Step): Promise<void> => {
    const began = Date.now();
    if (live(step)) console.log(`\n• ${step.name}`);
    const { code, output } = await run(step.command, live(step));
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds} s)`);
    if (code === 0) return;
    failures.push(step);
    if (!live(step)) console.log(output);
  };
  let together: Step[] = [];
  for (const step of steps) {
    if (!live(step)) {
      together.push(step);
      continue;
    }
    await onEveryCore(together, runStep);
    together = [];
    await runStep(step);
  }
  await onEveryCore(together, runStep);
  for (const step of failures) console.log(`\n✗ ${step.name} failed. ${step.fix}`);
  return { passed: steps.length - failures.length, failed: failures.length };
}
