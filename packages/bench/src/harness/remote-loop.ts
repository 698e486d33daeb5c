import { startProcess } from './child.ts';
import { type Loop, type LoopOptions, loop } from './loop.ts';
import type { Sample, Sampler } from './rounds.ts';
import { ready } from './server.ts';
import type { Contender, Settings } from './suite.ts';

/** What one process is asked: a sample of one of its pieces of work. */
interface Question {
  readonly work: string;
  readonly settings: Settings;
  readonly options: LoopOptions;
}

/**
 * V8 collects the garbage of an idle process, and then discards the code of functions that are not in use. The first
 * sample after 150 idle seconds took 1.2 to 1.4 times the CPU time, although thousands of calls came before it unmeasured
 * (Node 24). With all clients, a process waits that long between its warm-up and its first sample, and the later ones in
 * the list wait longest. A busy program is not collected like this.
 */
const keepCode = ['--no-memory-reducer'];

/** A process that measures pieces of work of one contender. */
export interface RemoteLoop extends Contender {
  /** The contender of one table. The process warms its code up for each sample, as {@link loop} does. */
  sampler(work: string, settings: Settings, options?: LoopOptions): Sampler;
  close(): Promise<void>;
}

/**
 * Starts a process for a contender: a script that calls {@link answerSamples}. A program has one client, so a client is
 * measured alone: in a process with many, what one does to the heap and to shared code changes the others (Node 24: after
 * the global `fetch` was used, a call of another client took up to a third longer, see decision 0040).
 */
export async function startLoop(contender: Contender, script: URL, args: readonly string[]): Promise<RemoteLoop> {
  const { ask, close } = await startProcess(script, args, keepCode);
  const { name, version, isBound } = contender;
  const row: Contender = { name, version, isBound };
  return {
    ...row,
    sampler: (work, settings, options = {}) => ({
      ...row,
      sample: () => ask<Sample>(JSON.stringify({ work, settings, options } satisfies Question)),
    }),
    close,
  };
}

/**
 * For the script of {@link startLoop}: measures these pieces of work, each by its name, as often as it is asked. No other
 * contender compiles the code of the platform for them, so a slow start needs `warmUpCalls` of {@link LoopOptions}.
 */
export function answerSamples(works: Readonly<Record<string, Loop['run']>>): void {
  const samplers = new Map<string, Sampler>();
  ready({}, (question) => {
    const { work, settings, options } = JSON.parse(question) as Question;
    const run = works[work];
    if (run === undefined) throw new Error(`This process has no work called ${work}.`);
    const sampler = samplers.get(question) ?? loop({ name: work, run }, settings, options);
    samplers.set(question, sampler);
    return sampler.sample();
  });
}
