import { ConfigError, ownOptions, suggestion, withoutPrototype } from '@syncline/core/internal';
import type { Random } from '../random/random.ts';

/**
 * How a run ends. `tasksFailed` ends as "7 of 13 Tasks Failed". `stuck` makes no progress for eight hours and is then
 * cancelled.
 *
 * @example
 * sandbox.life?.start('Nightly', 'tasksFailed');
 */
export type ScriptedOutcome = 'success' | 'zeroRows' | 'tasksFailed' | 'failed' | 'cancelled' | 'stuck';

/** Every outcome, with its weight in a script without weights. */
export const defaultWeights: Readonly<Record<ScriptedOutcome, number>> = {
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
  /** Weight of each outcome. An outcome that is not listed has the weight 0. @default defaultWeights */
  readonly outcomes?: Readonly<Partial<Record<ScriptedOutcome, number>>>;
  /** Outcomes of single jobs by `JobName`, one per run. The last one is repeated. */
  readonly jobs?: Readonly<Record<string, readonly ScriptedOutcome[]>>;
}

/** Draws the outcome of a run that has no scripted outcome. */
export type DrawOutcome = (random: Random) => ScriptedOutcome;

/**
 * Checks a script, and returns a copy that inherits nothing.
 *
 * @throws ConfigError naming the invalid outcome or weight
 * @example
 * checkScript({ outcomes: { success: 9, failed: 1 }, jobs: { Nightly: ['success', 'stuck'] } });
 */
export function checkScript(script: Script): Required<Script> {
  const { outcomes = defaultWeights, jobs = {} } = ownOptions(script, { outcomes: 1, jobs: 1 }, 'life');
  const checked = ownOptions(outcomes, defaultWeights, 'life.outcomes');
  const weights = Object.entries(checked);
  for (const [name, weight] of weights) {
    if (!Number.isFinite(weight) || weight < 0)
      throw new ConfigError(`life.outcomes.${name}`, `must be a weight of 0 or more, found ${weight}`);
  }
  if (!weights.some(([, weight]) => weight > 0))
    throw new ConfigError('life.outcomes', 'must give at least one outcome a weight above 0');
  for (const [job, list] of Object.entries(jobs)) {
    if (!Array.isArray(list) || list.length === 0)
      throw new ConfigError(`life.jobs[${JSON.stringify(job)}]`, 'must list at least one outcome');
    const wrong = list.find((outcome) => !Object.hasOwn(defaultWeights, outcome));
    if (wrong !== undefined)
      throw new ConfigError(
        `life.jobs[${JSON.stringify(job)}]`,
        `must list outcomes, found ${JSON.stringify(wrong)}: ${suggestion(String(wrong), Object.keys(defaultWeights))}`,
      );
  }
  return { outcomes: checked, jobs: withoutPrototype(jobs) };
}

/** Draws outcomes by the weights of a script. */
export function drawByWeight(weights: NonNullable<Script['outcomes']>): DrawOutcome {
  const entries = (Object.keys(defaultWeights) as ScriptedOutcome[]).map(
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
