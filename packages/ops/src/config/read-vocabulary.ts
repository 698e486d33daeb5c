import type { OutcomeOptions, Vocabulary } from '@syncline/runs';
import type { ConfigPath } from './config-problem.ts';
import type { Config } from './config-schema.ts';
import type { PathProblem } from './schema-problems.ts';

type Outcomes = NonNullable<Config['outcomes']>;
type Words = Partial<Record<keyof Vocabulary, (string | RegExp)[]>>;

/** The vocabulary of a configuration, for `defineOutcomes`. A word between slashes is a pattern. */
export function readVocabulary(outcomes: Outcomes): {
  readonly options: OutcomeOptions<Record<string, unknown>>;
  readonly problems: readonly PathProblem[];
} {
  const problems: PathProblem[] = [];
  const { details, detailsMaySucceed, ...status } = outcomes;
  const read = (vocabulary: Omit<Outcomes, 'details' | 'detailsMaySucceed'>, path: ConfigPath): Words =>
    Object.fromEntries(
      Object.entries(vocabulary).map(([outcome, words]) => [
        outcome,
        (words ?? []).map((word, index) => readWord(word, [...path, outcome, index], problems)),
      ]),
    );
  return {
    options: {
      ...read(status, ['outcomes']),
      ...(details !== undefined && { details: read(details, ['outcomes', 'details']) }),
      detailsMaySucceed,
    },
    problems,
  };
}

function readWord(word: string, path: ConfigPath, problems: PathProblem[]): string | RegExp {
  const [, source] = /^\/(.+)\/$/s.exec(word) ?? [];
  if (source === undefined) return word;
  try {
    return new RegExp(source, 'u');
  } catch {
    problems.push({ path, message: 'is not a regular expression; write a pattern between slashes as JavaScript does' });
    return word;
  }
}
