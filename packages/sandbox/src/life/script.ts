import { ConfigError } from '../errors/config-error.ts';
import type { Random } from '../generate/random.ts';

/**
 * How a run ends: `tasksFailed` as "7 of 13 Tasks Failed", `stuck` stays without progress for eight hours and is then cancelled.
 *
 * @example
 * sandbox.life?.start('Nightly', 'tasksFailed');
 */
export type Outcome = 'success' | 'zeroRows' | 'tasksFailed' | 'failed' | 'cancelled' | 'stuck';

/** Every outcome, with its weight in a script that names none. */
export const defaultWeights: Readonly<Record<Outcome, number>> = {
  success: 84,
  zeroRows: 7,
  tasksFailed: 4,
  failed: 3,
  cancelled: 1,
  stuck: 1,
};

/**
 * How the runs of a sandbox end.
 *
 * @example
 * createSandbox({ life: { outcomes: { success: 9, failed: 1 }, jobs: { Nightly: ['success', 'stuck'] } } });
 */
export interface Script {
  /** Weight of each outcome; one left out weighs nothing. @default defaultWeights */
  readonly outcomes?: Readonly<Partial<Record<Outcome, number>>>;
  /** Outcomes of single jobs by `JobName`, run after run; the last one stays. */
  readonly jobs?: Readonly<Record<string, readonly Outcome[]>>;
}

/** Draws the outcome of a run that nothing else decides. */
export type DrawOutcome = (random: Random) => Outcome;

/**
 * A script as it was given, checked.
 *
 * @throws ConfigError naming the place, when an outcome or a weight is none
 * @example
 * checkScript({ outcomes: { success: 9, failed: 1 }, jobs: { Nightly: ['success', 'stuck'] } });
 */
export function checkScript(script: Script): Script {
  const known = Object.keys(defaultWeights).join(', ');
  const weights = Object.entries(script.outcomes ?? defaultWeights);
  for (const [name, weight] of weights) {
    if (!Object.hasOwn(defaultWeights, name))
      throw new ConfigError('script.outcomes', `${JSON.stringify(name)} is no outcome (${known})`);
    if (!Number.isFinite(weight) || weight < 0)
      throw new ConfigError(`script.outcomes.${name}`, `the weight ${weight} is not zero or more`);
  }
  if (!weights.some(([, weight]) => weight > 0))
    throw new ConfigError('script.outcomes', 'no outcome weighs more than zero');
  for (const [job, outcomes] of Object.entries(script.jobs ?? {})) {
    if (!Array.isArray(outcomes) || outcomes.length === 0)
      throw new ConfigError(`script.jobs[${JSON.stringify(job)}]`, `give at least one outcome`);
    const wrong = outcomes.find((outcome) => !Object.hasOwn(defaultWeights, outcome));
    if (wrong !== undefined)
      throw new ConfigError(`script.jobs[${JSON.stringify(job)}]`, `${JSON.stringify(wrong)} is no outcome (${known})`);
  }
  return script;
}

/** Draws outcomes by the weights of a script. */
export function drawByWeight(weights: NonNullable<Script['outcomes']>): DrawOutcome {
  const entries = (Object.keys(defaultWeights) as Outcome[]).map(
    (outcome) => [outcome, weights[outcome] ?? 0] as const,
  );
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return (random) => {
    let left = random.next() * total;
    for (const [outcome, weight] of entries) {
      left -= weight;
      if (left < 0) return outcome;
    }
    return entries.findLast(([, weight]) => weight > 0)![0];
  };
}
