import { cleanText, counted } from '@syncline/core/internal';
import type { Outcome } from '@syncline/runs';

/** The records of a history, as the service sends them. */
export type Records = readonly Readonly<Record<string, unknown>>[];

/** The facts of a run that the history can have. */
export const facts = ['key', 'job', 'status', 'start', 'end', 'rows', 'error'] as const;
/** A fact of a run, such as its `start`. */
export type Fact = (typeof facts)[number];
/** The facts without which a record is not a run. */
export const requiredFacts: readonly Fact[] = ['key', 'job', 'status', 'start'];

/** A property of the records. */
export interface PropertyFacts {
  readonly name: string;
  /** In how many records it has a value */
  readonly present: number;
  /** How many different values it has */
  readonly distinct: number;
  /** Its most frequent values, cleaned */
  readonly examples: readonly string[];
  readonly isTime: boolean;
  readonly isNumber: boolean;
}

/** Which property has a fact, and why it looks like it. */
export interface Proposal {
  /** Undefined if nothing looks like it, or several do */
  readonly property: string | undefined;
  readonly why: string;
  /** The properties that could have it, the likeliest first */
  readonly candidates: readonly string[];
}

const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const zone = /(?:Z|[+-]\d\d:?\d\d)$/i;
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The properties of records, in the order in which they first appear. */
export function describeProperties(records: Records): readonly PropertyFacts[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return names.map((name) => {
    const values = records.flatMap((record) => (isBlank(record[name]) ? [] : [textOf(record[name])]));
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const frequent = [...counts].sort(([, left], [, right]) => right - left).slice(0, 3);
    return {
      name,
      present: values.length,
      distinct: counts.size,
      examples: frequent.map(([value]) => cleanText(value, 40)),
      isTime: values.length > 0 && values.every((value) => time.test(value)),
      isNumber: values.length > 0 && values.every((value) => /^-?\d+(\.\d+)?$/.test(value)),
    };
  });
}

interface Scored {
  readonly name: string;
  readonly score: number;
  readonly why: string;
}

/** The likeliest one; none if there are several. */
function choose(scored: readonly Scored[], none: string): Proposal {
  const sorted = scored.toSorted((left, right) => right.score - left.score);
  const [[best, second], candidates] = [sorted, sorted.map(({ name }) => name)];
  if (best === undefined) return { property: undefined, why: none, candidates };
  if (second?.score === best.score)
    return { property: undefined, why: `${best.name} and ${second.name} look alike`, candidates };
  return { property: best.name, why: best.why, candidates };
}

/**
 * Proposes which property of the history has each fact of a run, by its values and its name. A required fact needs a value
 * in every record.
 *
 * @param jobs - the names and ids of jobs that the service lists; empty if they are not known
 */
export function proposeHistory(records: Records, jobs: ReadonlySet<string>): Readonly<Record<Fact, Proposal>> {
  const properties = describeProperties(records);
  const all = records.length;
  const everywhere = properties.filter(({ present }) => present === all);
  const match = (name: string, ...patterns: readonly RegExp[]): number => {
    const found = patterns.findIndex((pattern) => pattern.test(name));
    return found === -1 ? 0 : patterns.length - found;
  };
  const named = (
    from: readonly PropertyFacts[],
    why: (property: PropertyFacts) => string,
    ...patterns: readonly RegExp[]
  ): readonly Scored[] =>
    from.flatMap((property) => {
      const score = match(property.name, ...patterns);
      return score === 0 ? [] : [{ name: property.name, score, why: why(property) }];
    });
  const different = ({ distinct }: PropertyFacts): string => `has ${counted(distinct, 'different value')}`;

  const key = named(
    everywhere.filter(({ distinct, isTime }) => distinct === all && !isTime),
    () => `is different in all ${counted(all, 'record')}`,
    /^(history|run|execution)_?id$/i,
    /^id$|_id$|key$/i,
    /id$/i,
  );
  const job = everywhere
    .filter(({ isTime, distinct }) => !isTime && (distinct < all || all === 1))
    .flatMap(({ name, distinct }) => {
      const listed = new Set(records.map((record) => textOf(record[name])).filter((value) => jobs.has(value))).size;
      const byName = match(name, /^job_?name$/i, /^job(_?id)?$/i, /job|task|pipeline/i);
      const part = listed === distinct ? 'all' : String(listed);
      const why = `has ${distinct} different values${listed > 0 ? `, ${part} of them jobs that the service lists` : ''}`;
      return listed === 0 && byName === 0 ? [] : [{ name, score: byName + (10 * listed) / distinct, why }];
    });
  const times = properties.filter(({ isTime }) => isTime);
  const start = choose(
    named(
      times.filter(({ present }) => present === all),
      () => 'is a time in every record',
      /start|begin/i,
    ),
    'no property with a time in every record has start or begin in its name',
  );
  const isAfterStart = ({ name }: PropertyFacts): boolean =>
    records.every((record) => {
      const [from, to] = [start.property === undefined ? undefined : record[start.property], record[name]];
      return isBlank(to) || isBlank(from) || textOf(to) >= textOf(from) || /^(0001|1900|1970|9999)-/.test(textOf(to));
    });
  const end = named(
    times.filter((property) => property.name !== start.property && isAfterStart(property)),
    () => 'is a time, never before the start',
    /^(run)?_?(end|finish)|end_?(date|time|at)$|complet/i,
    /end|finish/i,
  );
  const status = named(
    everywhere.filter(({ distinct, isTime }) => !isTime && distinct <= Math.max(30, all / 20)),
    different,
    /^(run)?_?status$/i,
    /status|state|outcome|result/i,
  );
  const rows = named(
    properties.filter(({ isNumber }) => isNumber),
    ({ examples: [example = ''] }) => `is a number, such as ${example}`,
    /records?_?affected|row_?count|^rows$/i,
    /rows|records|affected/i,
  );
  const error = named(
    properties.filter(({ present, isTime, isNumber }) => present <= all / 2 && !isTime && !isNumber),
    ({ present }) => `has text in ${present} of ${counted(all, 'record')}`,
    /^error(_?(message|text))?$/i,
    /error|exception|failure/i,
  );
  return {
    key: choose(key, 'no property that is different in every record has id or key in its name'),
    job: choose(job, 'no property has job in its name, or the name of a listed job as its value'),
    status: choose(status, 'no property with few different values has status, state, outcome or result in its name'),
    start,
    end: choose(end, 'no property with a time after the start has end or finish in its name'),
    rows: choose(rows, 'no property with a number has rows or records in its name'),
    error: choose(error, 'no property that is mostly empty has error in its name'),
  };
}

/** Whether timestamps have no offset from UTC, so that their time zone must be known. */
export function needsTimeZone(records: Records, property: string): boolean {
  return records.some((record) => !isBlank(record[property]) && !zone.test(textOf(record[property])));
}

/** A status word: how many runs have it, and what it probably means. */
export interface Word {
  /** Of words that differ only in numbers, such as `3 of 7 Tasks Failed`, the pattern between slashes */
  readonly word: string;
  readonly runs: number;
  /** How many of these runs have an error text, and so are failed whatever the word means */
  readonly withError: number;
  /** Undefined if the word does not say */
  readonly outcome: Outcome | undefined;
}

const meanings: readonly (readonly [Outcome, RegExp])[] = [
  ['succeeded', /^(success(ful(ly)?)?|succeeded|complete(d)?|ok|done|finished)$/i],
  ['warned', /^((success|succeeded|complete(d)?|finished)[ _-]with[ _-]warnings?|warnings?)$/i],
  ['partial', /^\/\^\\d\+ of \\d\+ tasks? failed\$\/$/i],
  ['failed', /^(fail(ed|ure)?|errors?|aborted|abended|timed[ _-]?out)$/i],
  ['cancelled', /^(cancel+ed|killed|stopped|terminated)$/i],
  ['running', /^(running|in[ _-]?progress|started|executing|queued|pending)$/i],
];

/** Words with numbers, of which every run may have another one, as one pattern. */
function wordOf(text: string): string {
  if (!/\d/.test(text)) return text;
  const escaped = text.replaceAll(/[/\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return `/^${escaped.replaceAll(/\d+/g, String.raw`\d+`)}$/`;
}

/**
 * The status words of records, the most frequent first.
 *
 * @param status - the property of the status
 * @param error - the property of the error text, if there is one
 */
export function proposeWords(records: Records, status: string, error: string | undefined): readonly Word[] {
  const counts = new Map<string, { runs: number; withError: number }>();
  for (const record of records) {
    const word = isBlank(record[status]) ? '' : wordOf(textOf(record[status]));
    if (word === '') continue;
    const count = counts.get(word) ?? { runs: 0, withError: 0 };
    counts.set(word, count);
    count.runs += 1;
    if (error !== undefined && !isBlank(record[error])) count.withError += 1;
  }
  return [...counts]
    .map(([word, count]) => ({ word, ...count, outcome: meanings.find(([, pattern]) => pattern.test(word))?.[0] }))
    .sort((left, right) => right.runs - left.runs);
}

/** The runs of a word that do not have its outcome, because they have an error text; undefined if there are none. */
export function exceptionOf({ runs, withError, outcome }: Word): string | undefined {
  if (withError === 0 || outcome === 'failed') return undefined;
  if (runs === withError)
    return runs === 1 ? 'it has an error, so it is failed' : 'all have an error, so they are failed';
  return `${withError} ${withError === 1 ? 'has an error, so it is' : 'have an error, so they are'} failed`;
}

/** A freshness policy, and why. */
export interface ProposedFreshness {
  readonly jobs: string;
  readonly warnAfter: string;
  readonly errorAfter: string;
  readonly why: string;
}

const hour = 3_600_000;
/** For the usual time between two starts of a job up to the first value: the limits, each with room for a late run. */
const bands: readonly (readonly [upTo: number, warnAfter: string, errorAfter: string, words: string])[] = [
  [1.5 * hour, '3h', '6h', 'every hour or more often'],
  [7 * hour, '12h', '1d', 'every few hours'],
  [36 * hour, '26h', '2d', 'every day'],
  [Number.POSITIVE_INFINITY, '8d', '15d', 'about every week'],
];
/** More exceptions are not worth reading: all jobs then get the longest limits, which raise no false alarm. */
const mostExceptions = 30;

/** Proposes freshness policies from the usual time between two starts of each job. */
export function proposeFreshness(starts: ReadonlyMap<string, readonly number[]>): readonly ProposedFreshness[] {
  const bandOf = new Map<string, number>();
  for (const [job, all] of starts) {
    const sorted = all.toSorted((left, right) => left - right);
    const gaps = sorted.slice(1).map((start, at) => start - (sorted[at] ?? start));
    const median = gaps.toSorted((left, right) => left - right)[Math.floor(gaps.length / 2)];
    if (median !== undefined)
      bandOf.set(
        job,
        bands.findIndex(([upTo]) => median <= upTo),
      );
  }
  const sizes = bands.map((_, at) => [...bandOf.values()].filter((band) => band === at).length);
  if (bandOf.size === 0) return [];
  const usual = sizes.indexOf(Math.max(...sizes));
  const exceptions = [...bandOf].filter(([job, band]) => band !== usual && !job.includes('*'));
  const policy = (jobs: string, band: number, why: string): ProposedFreshness => {
    const [, warnAfter = '', errorAfter = ''] = bands[band] ?? [];
    return { jobs, warnAfter, errorAfter, why };
  };
  if (exceptions.length > mostExceptions) {
    const longest = Math.max(...bandOf.values());
    return [policy('*', longest, `the rarest jobs run ${bands[longest]?.[3]}`)];
  }
  return [
    ...exceptions.map(([job, band]) => policy(job, band, `ran ${bands[band]?.[3]}`)),
    policy('*', usual, `most jobs ran ${bands[usual]?.[3]}`),
  ];
}
