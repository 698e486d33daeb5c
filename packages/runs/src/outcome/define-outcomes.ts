import { cleanText, ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import { callNow, type SourceRun } from '../reading/run-parser.ts';
import { type Classification, type Outcome, outcomes, type Reason, worseOutcome } from './outcome.ts';

/** Words and patterns of one field, by the outcome that they mean. */
export interface Vocabulary {
  /** Exact words (case-sensitive), and patterns that match the whole text: `[/^\d+ rows$/]`. */
  readonly succeeded?: readonly (string | RegExp)[] | undefined;
  readonly warned?: readonly (string | RegExp)[] | undefined;
  readonly partial?: readonly (string | RegExp)[] | undefined;
  readonly failed?: readonly (string | RegExp)[] | undefined;
  readonly cancelled?: readonly (string | RegExp)[] | undefined;
  readonly running?: readonly (string | RegExp)[] | undefined;
}

/** What the status words of a service mean. There is no default: the specification does not show any of them. */
export interface OutcomeOptions<Item> extends Vocabulary {
  /**
   * Words and patterns of the details. They can make an outcome worse. `succeeded` and `warned` are refused here unless
   * `detailsMaySucceed` is true, because positive details say little about a run with an unknown status.
   */
  readonly details?: Vocabulary | undefined;
  /** Whether the words of `details` may also mean success. @default false */
  readonly detailsMaySucceed?: boolean | undefined;
  /**
   * Where to find the texts in a record: the name of a field, or a synchronous function that reads it. If the function
   * fails, `classify` throws a ConfigError.
   *
   * @default the fields `status`, `error` and `details`
   */
  readonly fields?:
    | {
        readonly status?: string | ((record: Item) => unknown) | undefined;
        readonly error?: string | ((record: Item) => unknown) | undefined;
        readonly details?: string | ((record: Item) => unknown) | undefined;
      }
    | undefined;
}

/** Determines the outcome of the run in a record. */
export type Classify<Item = never> = (record: Item) => Classification;

type Word = Exclude<Outcome, 'unknown'>;
const vocabularyNames: OptionNames<Vocabulary> = {
  succeeded: 1,
  running: 1,
  warned: 1,
  partial: 1,
  cancelled: 1,
  failed: 1,
};
const optionNames: OptionNames<OutcomeOptions<unknown>> = {
  ...vocabularyNames,
  details: 1,
  detailsMaySucceed: 1,
  fields: 1,
};
interface Words {
  readonly exact: ReadonlyMap<string, Word>;
  readonly patterns: readonly (readonly [RegExp, Word])[];
}

/** Maximum length of a text that is compared. A longer text matches nothing. */
const longestText = 10_000;

/**
 * Defines what the status words of your service mean, and returns the function that classifies its records.
 *
 * - No match is `unknown`, and `unknown` is never a success.
 * - A field with an error means `failed`, regardless of the status.
 * - "7 of 13 tasks failed", in the status or the details, means `partial`, or `failed` if it is all of them.
 * - If the fields contradict each other, the worse outcome counts, and `because` contains both reasons.
 *
 * @throws ConfigError if there is no word at all, if a word has two meanings, or if a pattern can match a part of a
 * text: it must begin with `^` and end with `$`, and have no alternatives outside parentheses
 *
 * @example
 * ```ts
 * import { defineOutcomes } from '@syncline/runs';
 *
 * const classify = defineOutcomes({
 *   succeeded: ['SUCCESS'],
 *   failed: ['FAILED'],
 *   cancelled: ['CANCELLED'],
 *   running: ['RUNNING'],
 *   partial: [/^\d+ of \d+ Tasks Failed$/],
 * });
 * classify({ status: 'SUCCESS' }).outcome; // "succeeded"
 * classify({ status: 'Done' }).outcome; // "unknown"
 * classify({ status: 'SUCCESS', error: 'disk full' }).outcome; // "failed"
 * ```
 */
export function defineOutcomes<Item = Record<string, unknown>>(options: OutcomeOptions<Item>): Classify<Item> {
  const checked: OutcomeOptions<Item> = ownOptions(options, optionNames);
  const { detailsMaySucceed = false } = checked;
  const details = ownOptions(checked.details, vocabularyNames, 'details');
  const fields = ownOptions(checked.fields, { status: 1, error: 1, details: 1 }, 'fields');
  const statusWords = readVocabulary('', checked);
  const detailWords = readVocabulary('details.', details);
  if (statusWords.exact.size + statusWords.patterns.length + detailWords.exact.size + detailWords.patterns.length === 0)
    throw new ConfigError('outcomes', 'must have at least one word: for example succeeded: ["SUCCESS"]');
  for (const outcome of ['succeeded', 'warned'] as const) {
    if (!detailsMaySucceed && (details[outcome]?.length ?? 0) > 0)
      throw new ConfigError(
        `details.${outcome}`,
        'needs detailsMaySucceed: true, because details alone are weak evidence',
      );
  }
  const read = {
    status: reader('status', fields.status),
    error: reader('error', fields.error),
    details: reader('details', fields.details),
  };
  const asked = statusWords.exact.size + statusWords.patterns.length > 0 ? read.status : read.details;

  return (record) => {
    const texts = { status: read.status.of(record), error: read.error.of(record), details: read.details.of(record) };
    const evidence: { outcome: Outcome; reason: Reason }[] = [];
    const add = (outcome: Outcome, field: string, value: string, rule: Reason['rule']): void => {
      evidence.push({ outcome, reason: { field, value: cleanText(value, 200), rule } });
    };
    if (texts.error.trim() !== '') add('failed', read.error.name, texts.error, 'error');
    for (const [option, words] of [
      ['status', statusWords],
      ['details', detailWords],
    ] as const) {
      const text = texts[option];
      if (text === '') continue;
      const tasks = readTaskCounts(text);
      if (tasks !== undefined) add(tasks, read[option].name, text, 'tasks');
      const matches = meanings(text, words);
      for (const outcome of matches) add(outcome, read[option].name, text, outcome);
      // Positive details must not overrule an undefined status word.
      if (option === 'status' && matches.length === 0 && tasks === undefined)
        add('unknown', read.status.name, text, 'unknown');
    }
    // A misspelled field name leads here. The reason names the field without a value.
    if (evidence.length === 0) add('unknown', asked.name, '', 'unknown');
    const outcome = evidence.map((each) => each.outcome).reduce(worseOutcome, 'succeeded');
    const sorted = [...evidence].sort((a, b) => Number(b.outcome === outcome) - Number(a.outcome === outcome));
    return { outcome, because: sorted.map(({ reason }) => reason) };
  };
}

function readVocabulary(prefix: string, vocabulary: Vocabulary): Words {
  const exact = new Map<string, Word>();
  const patterns: (readonly [RegExp, Word])[] = [];
  for (const name of Object.keys(vocabulary) as Word[]) {
    const option = `${prefix}${name}`;
    const words = vocabulary[name];
    if (words === undefined || !Object.hasOwn(vocabularyNames, name)) continue;
    if (!Array.isArray(words)) throw new ConfigError(option, 'must be a list of words and patterns');
    for (const word of words as readonly unknown[]) {
      if (isPattern(word)) patterns.push([checkPattern(option, word), name]);
      else if (typeof word !== 'string' || word === '')
        throw new ConfigError(option, 'must contain words that are not empty, and regular expressions');
      else {
        const known = exact.get(word);
        if (known !== undefined && known !== name)
          throw new ConfigError(option, `contains ${JSON.stringify(word)}, which is also in ${prefix}${known}`);
        exact.set(word, name);
      }
    }
  }
  return { exact, patterns };
}

function meanings(text: string, { exact, patterns }: Words): readonly Word[] {
  if (text.length > longestText) return [];
  const found = new Set<Word>();
  const word = exact.get(text);
  if (word !== undefined) found.add(word);
  for (const [pattern, outcome] of patterns) if (pattern.test(text)) found.add(outcome);
  return [...found];
}

/** Reads a field as text. Absent, null and an empty text are treated the same; any other value is printed as JSON. */
function reader<Item>(
  field: string,
  accessor: string | ((record: Item) => unknown) = field,
): {
  readonly name: string;
  readonly of: (record: Item) => string;
} {
  if (typeof accessor === 'string')
    return {
      name: accessor,
      of: (record) =>
        textOf(Object.hasOwn(record as object, accessor) ? (record as Record<string, unknown>)[accessor] : undefined),
    };
  const option = `fields.${field}`;
  if (typeof accessor !== 'function')
    throw new ConfigError(option, 'must be the name of a field, or a function that reads it from a record');
  const isText = (value: unknown): boolean => typeof value === 'string';
  const read = (record: Item): string => {
    const value = callNow(
      option,
      'must return a value of the record, not a promise',
      () => accessor(record),
      () => true,
    );
    return callNow(option, 'must return a value that JSON can represent', () => textOf(value), isText);
  };
  return { name: accessor.name || 'function', of: read };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null || value === false ? '' : (JSON.stringify(value, bigints) ?? '');
}

function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/**
 * Classifies a run that a source has read. `status` and `error` are the values of the source's accessors, whatever the
 * service calls them. All other fields are those of the record.
 *
 * @throws {ConfigError} if the function throws, or does not return a classification
 */
export function classifyRun<Item>(
  classify: Classify<never>,
  { record, status, error }: SourceRun<Item>,
): Classification {
  return callNow(
    'classify',
    'must return a classification: create it with defineOutcomes',
    () => (classify as Classify<object>)({ ...(record as object), status, error }),
    ({ outcome, because }) => outcomes.includes(outcome) && Array.isArray(because) && because.every(isReason),
  );
}

function isReason({ field, value, rule }: Reason): boolean {
  return typeof field === 'string' && typeof value === 'string' && typeof rule === 'string';
}

/** Whether a value is a regular expression, of this realm or another. */
function isPattern(value: unknown): value is RegExp {
  const { source, flags } = Object(value) as Partial<RegExp>;
  return typeof source === 'string' && typeof flags === 'string';
}

/**
 * Checks that a pattern matches only whole texts, and returns a copy of it without state. `/FAILED/` would also match
 * "0 FAILED", and `/^a$|b/` any text with a "b".
 *
 * @throws ConfigError that names the option and shows the pattern
 */
function checkPattern(option: string, pattern: RegExp): RegExp {
  const { source, flags } = pattern;
  if (/[gym]/.test(flags))
    throw new ConfigError(option, `contains ${pattern} with a flag that is not allowed: g, m or y`);
  if (!source.startsWith('^') || !endsAnchored(source) || hasAlternatives(source))
    throw new ConfigError(option, `contains ${pattern}, which can match a part of a text. Write it as /^(?:…)$/`);
  return new RegExp(source, flags);
}

/** Whether the last character is a `$` that is not escaped. */
function endsAnchored(source: string): boolean {
  const [backslashes = ''] = /\\*(?=\$$)/.exec(source) ?? [];
  return source.endsWith('$') && backslashes.length % 2 === 0;
}

/** Whether there is a `|` outside all groups and classes. */
function hasAlternatives(source: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}

/** Matches texts such as "7 of 13 Tasks Failed". Users of the service have reported this wording. Case is ignored. */
const taskCounts = /^\s*(\d{1,9}) of (\d{1,9}) tasks? failed\.?\s*$/i;

/**
 * Reads "N of M tasks failed". Undefined if the text is something else, or if the counts say nothing about the outcome:
 * none failed, or more failed than exist.
 */
function readTaskCounts(text: string): 'partial' | 'failed' | undefined {
  const [, failed = '', all = ''] = taskCounts.exec(text) ?? [];
  if (failed === '') return undefined;
  const [count, total] = [Number(failed), Number(all)];
  if (count === 0 || count > total) return undefined;
  return count === total ? 'failed' : 'partial';
}
