import { existsSync } from 'node:fs';
import { cleanText, ConfigError, isConfigError, isSynclineError, ownOptions } from '@syncline/core/internal';
import {
  compareSnapshots,
  type FieldChange,
  type Finding,
  type Inventory,
  lintJobs,
  takeSnapshot,
} from '@syncline/jobs';
import {
  type Accessor,
  type Classify,
  classifyRun,
  createCompleteReader,
  type RunPageQuery,
  type SourceRun,
  type Store,
  type StoredRun,
  streamRuns,
} from '@syncline/runs';
import { openStore, gapNote } from '../environment/open-store.ts';
import { requireInterface } from '../environment/environment.ts';
import { jobIds, readJobs, runSource } from '../environment/sources.ts';
import {
  type Cause,
  type CauseRule,
  createCauseFinder,
  type DiagnosedRun,
  failedOutcomes,
  fingerprintOfRun,
  isFailure,
  recordTexts,
  storedTexts,
  textsOf,
} from './failures.ts';
import type { Fingerprint } from './fingerprint.ts';
import { historyMisfit, type QueryContext, unreadableNote } from './queries.ts';
import { snapshotAt } from './snapshot-at.ts';

/** A fact that may not be known. */
export type KnownFact<Value> =
  | { readonly isKnown: true; readonly value: Value }
  | {
      readonly isKnown: false;
      /** Why it is not known, and how to find it out */
      readonly because: string;
    };

/** A step of a run that did not succeed. Texts have no control characters; none is longer than 1,000 characters. */
export interface FailedStep {
  readonly task: string;
  readonly table: string;
  readonly status: string;
  readonly error: string;
  readonly details: string;
}

/** The facts about a run before it is diagnosed. */
export interface DiagnosisFacts {
  readonly run: DiagnosedRun;
  /** The runs of all jobs, in any order; the run itself may be included */
  readonly runs: readonly DiagnosedRun[];
  /** The moment since which all runs are known, in milliseconds since 1970 */
  readonly since: number;
  /** `causes` of the configuration. @default none */
  readonly causes?: readonly CauseRule[] | undefined;
  /** The steps of the run that failed */
  readonly steps: KnownFact<readonly FailedStep[]>;
  /** What changed in the definition of the job since its last success */
  readonly changes: KnownFact<readonly FieldChange[]>;
  /** The current findings of the linter in the job */
  readonly findings: KnownFact<readonly Finding[]>;
}

/** Why a run failed, and what is known about similar failures. */
export interface Diagnosis {
  /** The run. Its texts have at most 1,000 characters, and no control characters */
  readonly run: DiagnosedRun;
  /** Whether the run has ended without success. Otherwise there is nothing to diagnose */
  readonly isFailure: boolean;
  readonly cause: Cause;
  readonly fingerprint: Fingerprint & { readonly of: 'error' | 'details' | 'status' };
  /** The failures with this fingerprint since `since`, this one included. Times are milliseconds since 1970 */
  readonly seen: {
    readonly count: number;
    readonly jobs: number;
    readonly first: number;
    readonly last: number;
    readonly since: number;
  };
  /** The last success of the job before the run; undefined if none is known */
  readonly lastGood: Pick<DiagnosedRun, 'key' | 'start'> | undefined;
  /** How many runs of the job in a row have failed, up to this one */
  readonly failuresInARow: number;
  readonly steps: KnownFact<readonly FailedStep[]>;
  readonly changes: KnownFact<readonly FieldChange[]>;
  readonly findings: KnownFact<readonly Finding[]>;
}

/**
 * Diagnoses a run: the cause according to your rules, how often the same failure occurred, the last success before it,
 * and what has changed since. It is a pure function; `readDiagnosis` collects the facts.
 */
export function diagnose({ run, runs, since, causes = [], steps, changes, findings }: DiagnosisFacts): Diagnosis {
  const fingerprint = fingerprintOfRun(run);
  const all = [...runs.filter(({ key, job }) => key !== run.key || job !== run.job), run];
  const alike = isFailure(run)
    ? all.filter((each) => isFailure(each) && fingerprintOfRun(each).id === fingerprint.id)
    : [run];
  const lastGood = findLastGood(run, all);
  const isSince = ({ job, start }: DiagnosedRun) =>
    job === run.job && start <= run.start && start > (lastGood?.start ?? -Infinity);
  const { job, texts } = textsOf(run);
  const stepTexts = (steps.isKnown ? steps.value : []).flatMap(({ error, details }) =>
    [error, details].filter((text) => text !== '').map((text) => ({ in: 'step' as const, text })),
  );
  return {
    run: shown(run),
    isFailure: isFailure(run),
    cause: createCauseFinder(isFailure(run) ? causes : [])({ job, texts: [...texts, ...stepTexts] }),
    fingerprint,
    seen: {
      count: alike.length,
      jobs: new Set(alike.map((each) => each.job)).size,
      // A list of this length cannot be passed as arguments.
      first: alike.reduce((first, { start }) => Math.min(first, start), run.start),
      last: alike.reduce((last, { start }) => Math.max(last, start), run.start),
      since: Math.min(since, run.start),
    },
    lastGood: lastGood && { key: lastGood.key, start: lastGood.start },
    failuresInARow: all.filter((each) => isSince(each) && isFailure(each)).length,
    steps,
    changes,
    findings,
  };
}

/**
 * The last success of the job before a run, or the run itself if it succeeded. A run that started at the same moment is
 * not before it.
 *
 * @param runs - the runs of all jobs, in any order
 */
export function findLastGood(run: DiagnosedRun, runs: readonly DiagnosedRun[]): DiagnosedRun | undefined {
  let last: DiagnosedRun | undefined;
  for (const each of runs) {
    const isEarlier = each.start < run.start || each.key === run.key;
    if (each.job === run.job && isEarlier && (each.outcome === 'succeeded' || each.outcome === 'warned'))
      if (last === undefined || each.start >= last.start) last = each;
  }
  return last;
}

function shown(run: DiagnosedRun): DiagnosedRun {
  const { status, error, details } = run;
  return { ...run, status: cleanText(status, 200), error: cleanText(error, 1_000), details: cleanText(details, 1_000) };
}

/** Options of `readDiagnosis`. */
export interface ReadDiagnosisOptions {
  /** Runs from this moment on are compared, in milliseconds since 1970 */
  readonly since: number;
  /**
   * The folder of a snapshot of this environment. In a git repository, its history shows earlier definitions of the job
   */
  readonly snapshot?: string | undefined;
  /** Tasks of transformations whose history is searched for steps of the run: `TRANSFORMATION/TASK` */
  readonly tasks?: readonly string[] | undefined;
}

/**
 * Collects the facts about a run, from the store if there is one, otherwise from the service, and diagnoses it. A part
 * that cannot be read is unknown, with the reason.
 *
 * @param key - the key of a run, or the name of a job, which means its last run that did not succeed
 * @returns undefined if there is no such run
 * @throws {ConfigError} when the configuration lacks what is needed; also throws the client's errors when the runs
 * cannot be read
 */
export async function readDiagnosis(
  key: string,
  options: ReadDiagnosisOptions,
  context: QueryContext,
): Promise<Diagnosis | undefined> {
  const { since, snapshot, tasks = [] } = ownOptions(options, { since: 1, snapshot: 1, tasks: 1 });
  const pairs = tasks.map(readTask);
  const runs = await readAllRuns(key, since, context);
  const run = findRun(runs, key);
  if (run === undefined) return undefined;
  const facts = { run, runs, since, causes: context.environment.causes };
  const nothing: KnownFact<never[]> = { isKnown: false, because: 'the run did not fail' };
  if (!isFailure(run)) return diagnose({ ...facts, steps: nothing, changes: nothing, findings: nothing });
  const steps = await attempt(() => readSteps(run, pairs, context));
  const inventory = await attempt(() => readJob(run, context));
  const findings: Diagnosis['findings'] = inventory.isKnown
    ? {
        isKnown: true,
        value: lintJobs(inventory.value, { now: new Date(context.clock.date()), ...context.environment.lint }).findings,
      }
    : inventory;
  const lastGood = findLastGood(run, runs);
  const changes = await attempt(() => readChanges(run, lastGood?.start, inventory, snapshot));
  return diagnose({ ...facts, steps, changes, findings });
}

/**
 * The run with a key. The name of a job means its last run that did not succeed, or its last run if there is no such one.
 */
function findRun(runs: readonly DiagnosedRun[], name: string): DiagnosedRun | undefined {
  const found = runs.find(({ key }) => key === name);
  if (found !== undefined) return found;
  const ofJob = runs.filter(({ job }) => job === name).sort((left, right) => left.start - right.start);
  return ofJob.findLast(isFailure) ?? ofJob.at(-1);
}

/** The runs since a moment, and the run with the key, whenever it was. Of a store, only those that are compared. */
async function readAllRuns(key: string, since: number, context: QueryContext): Promise<readonly DiagnosedRun[]> {
  const { environment, signal, output } = context;
  const { store } = environment;
  // The file of a monitor that has not run yet does not exist.
  if (store !== undefined && !('sqlite' in store && !existsSync(store.sqlite))) {
    const opened = await openStore(environment);
    try {
      const error = environment.history?.error as Accessor<never> | undefined;
      const found = await readStored(key, since, opened, (run) => ofStored(run, error));
      if (found !== undefined) {
        const note = await gapNote(opened);
        if (note !== undefined) output.note(note);
        return found;
      }
    } finally {
      await opened.close();
    }
  }
  const classify = requireInterface(environment, 'classify');
  const source = runSource(environment, await jobIds(context));
  const read = createCompleteReader(source, { pageCap: environment.pageCap });
  output.progress('Reading runs …');
  const page = await read({ since, signal });
  const { runs } = page;
  const runOfKey = runs.some((each) => each.key === key) ? [] : (await read({ since: 0, keys: [key], signal })).runs;
  output.progress('');
  const misfit = source.kind === 'history' ? historyMisfit(page) : undefined;
  if (misfit !== undefined) throw misfit;
  const note = unreadableNote(page);
  if (note !== undefined) output.note(note);
  return [...runs, ...runOfKey].map((run) => ofSource(run, classify));
}

/**
 * The runs of a store that a diagnosis compares: the run itself, those of its job that failed after the last success,
 * that success, and those of all jobs that failed for the same reason. The others are read one page after the other and
 * not kept.
 *
 * @returns undefined if there is no such run
 */
async function readStored(
  key: string,
  since: number,
  store: Pick<Store, 'readRuns' | 'readPage'>,
  toRun: (run: StoredRun) => DiagnosedRun,
): Promise<readonly DiagnosedRun[] | undefined> {
  const first = async (query: Omit<RunPageQuery, 'limit'>): Promise<StoredRun | undefined> =>
    (await store.readPage({ ...query, limit: 1 })).runs[0];
  const [storedRun] = await store.readRuns({ keys: [key] });
  const stored =
    storedRun ?? (await first({ job: key, since, outcomes: failedOutcomes })) ?? (await first({ job: key, since }));
  if (stored === undefined) return undefined;
  const run = toRun(stored);
  const { job, start } = run;
  const good = await first({ job, since, until: start, outcomes: ['succeeded', 'warned'] });
  const found = new Map([run, ...(good === undefined ? [] : [toRun(good)])].map((each) => [each.key, each]));
  const add = (each: DiagnosedRun): void => void found.set(each.key, each);
  const inARow = { job, since: (good?.start ?? since - 1) + 1, until: start + 1, outcomes: failedOutcomes };
  for await (const runs of streamRuns(store, inARow)) runs.map(toRun).forEach(add);
  if (!isFailure(run)) return [...found.values()];
  const { id } = fingerprintOfRun(run);
  // With the texts of the diagnosed run, so that many alike need little memory.
  for await (const runs of streamRuns(store, { since, outcomes: failedOutcomes }))
    for (const each of runs.map(toRun)) if (fingerprintOfRun(each).id === id) add({ ...run, ...placeOf(each) });
  return [...found.values()];
}

function placeOf({ key, job, start, end }: DiagnosedRun): Pick<DiagnosedRun, 'key' | 'job' | 'start' | 'end'> {
  return { key, job, start, end };
}

function ofStored(run: StoredRun, error: Accessor<never> | undefined): DiagnosedRun {
  const { key, job, outcome, status, start, end, raw } = run;
  return { key, job, outcome, because: [], status, ...storedTexts(raw, error), start, end };
}

function ofSource(run: SourceRun, classify: Classify<never>): DiagnosedRun {
  const { key, job, status, error, start, end, record } = run;
  const { details } = recordTexts(record, undefined);
  return { key, job, ...classifyRun(classify, run), status, error, details, start, end };
}

function readTask(text: string): readonly [transformation: string, task: string] {
  const [transformation = '', task = '', ...more] = text.split('/');
  if (transformation === '' || task === '' || more.length > 0)
    throw new ConfigError('--task', 'must be the id of a transformation and of its task, such as 7/1');
  return [transformation, task];
}

/** The steps of the run that did not succeed. The query of a step is never read, because it may contain data. */
async function readSteps(
  run: DiagnosedRun,
  tasks: readonly (readonly [string, string])[],
  { environment, signal }: QueryContext,
): Promise<KnownFact<readonly FailedStep[]>> {
  if (tasks.length === 0)
    return unknown('the interface does not list the tasks of a transformation; name them with --task');
  const v2 = requireInterface(environment, 'v2');
  const classify = requireInterface(environment, 'classify') as Classify<object>;
  const steps: FailedStep[] = [];
  for (const [transformation, task] of tasks)
    for (const record of await v2.transformations.taskHistory(transformation, task, { signal })) {
      const { job_history_id: id, table = '', status = '', error = '', details = '' } = record;
      if (id !== run.key || !isFailure(classify(record))) continue;
      const shown = (text: string) => cleanText(environment.scrub?.(text) ?? text, 1_000);
      const texts = { table: shown(table), status: shown(status), error: shown(error), details: shown(details) };
      steps.push({ task: `${transformation}/${task}`, ...texts });
    }
  return { isKnown: true, value: steps };
}

/** The definition of the run's job, as an inventory of one job. */
async function readJob({ job }: DiagnosedRun, context: QueryContext): Promise<KnownFact<Inventory>> {
  if (context.environment.odata === undefined)
    return unknown(`environments.${context.environment.name}.odata is not configured, so the job cannot be read`);
  // Reads only this job: reading its workspace would take a request for each of the others.
  const inventory = await readJobs(context.environment, {
    odata: context.environment.odata,
    names: [job],
    signal: context.signal,
  });
  const entries = inventory.entries.filter(({ name }) => name === job);
  const [entry] = entries;
  if (entry === undefined) return unknown('no job has the name that the run contains');
  if (entry.kind !== 'read') return unknown('the definition of the job cannot be read');
  return { isKnown: true, value: { ...inventory, entries } };
}

async function readChanges(
  { job }: DiagnosedRun,
  lastGood: number | undefined,
  inventory: KnownFact<Inventory>,
  folder: string | undefined,
): Promise<KnownFact<readonly FieldChange[]>> {
  if (folder === undefined)
    return unknown('no snapshot was named; create one with `syncline snapshot`, and name it with --snapshot');
  if (lastGood === undefined) return unknown('no earlier success of the job is known');
  if (!inventory.isKnown) return inventory;
  const { snapshot, isDated } = await snapshotAt(folder, lastGood);
  const files = snapshot.files.filter(({ name }) => name === job);
  if (files.length === 0) return unknown(`the snapshot${isDated ? ' of that time' : ''} does not have the job`);
  if (!isDated)
    return unknown('the folder is not in a git repository with a version from the time of the last success');
  const after = await takeSnapshot(inventory.value);
  const { changed, unchanged } = compareSnapshots({ ...snapshot, files }, after, { environments: 'same' });
  if (changed.length + unchanged === 0) return unknown('the snapshot has the job in another workspace');
  return { isKnown: true, value: changed.flatMap(({ fields }) => fields) };
}

/** If a part fails, it is unknown, and the rest of the diagnosis is still useful. */
async function attempt<Value>(work: () => Promise<KnownFact<Value>>): Promise<KnownFact<Value>> {
  try {
    return await work();
  } catch (error) {
    if (!isSynclineError(error) || error.code === 'ABORTED') throw error;
    return unknown(isConfigError(error) ? error.message : `it cannot be read (${error.code})`);
  }
}

function unknown(reason: string): { readonly isKnown: false; readonly because: string } {
  return { isKnown: false, because: reason };
}
