import { existsSync } from 'node:fs';
import { cleanText, ConfigError, isConfigError, isSynclineError } from '@syncline/core/internal';
import { compareSnapshots, type FieldChange, type Inventory, lintJobs, takeSnapshot } from '@syncline/jobs';
import {
  type Accessor,
  type Classify,
  classifyRun,
  createCompleteReader,
  type SourceRun,
  type StoredRun,
} from '@syncline/runs';
import type { QueryContext } from './query-context.ts';
import { needed, runSource } from '../environment/needed.ts';
import { readJobs } from '../environment/read-jobs.ts';
import { jobIds } from '../environment/job-ids.ts';
import { historyMisfit, unreadableNote } from './unreadable-records.ts';
import { openStore } from '../environment/open-store.ts';
import { diagnose, type Diagnosis, type FailedStep, findLastGood, type Known } from './diagnose.ts';
import { type DiagnosedRun, isFailure } from './failure.ts';
import { recordTexts, storedTexts } from './record-texts.ts';
import { snapshotAt } from './snapshot-at.ts';

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
 * @returns undefined if there is no such run
 * @throws {ConfigError} when the configuration lacks what is needed; also throws the client's errors when the runs
 * cannot be read
 */
export async function readDiagnosis(
  key: string,
  options: ReadDiagnosisOptions,
  context: QueryContext,
): Promise<Diagnosis | undefined> {
  const { since, snapshot, tasks = [] } = options;
  const pairs = tasks.map(readTask);
  const runs = await readAllRuns(key, since, context);
  const run = runs.find((each) => each.key === key);
  if (run === undefined) return undefined;
  const facts = { run, runs, since, causes: context.environment.causes };
  const nothing: Known<never[]> = { isKnown: false, because: 'the run did not fail' };
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

/** The runs since a moment, and the run with the key, whenever it was. */
async function readAllRuns(key: string, since: number, context: QueryContext): Promise<readonly DiagnosedRun[]> {
  const { environment, signal, output } = context;
  const { store } = environment;
  // The file of a monitor that has not run yet does not exist.
  if (store !== undefined && !('sqlite' in store && !existsSync(store.sqlite))) {
    const opened = await openStore(environment);
    try {
      const [recent, own] = [await opened.readRuns({ since }), await opened.readRuns({ keys: [key] })];
      const error = environment.history?.error as Accessor<never> | undefined;
      if (own.length > 0) return unique([...recent, ...own]).map((run) => ofStored(run, error));
    } finally {
      await opened.close();
    }
  }
  const classify = needed(environment, 'classify');
  const source = runSource(environment, await jobIds(context));
  const read = createCompleteReader(source, { pageCap: environment.pageCap });
  output.progress('Reading runs …');
  const page = await read({ since, signal });
  const { runs } = page;
  const own = runs.some((each) => each.key === key) ? [] : (await read({ since: 0, keys: [key], signal })).runs;
  output.progress('');
  const misfit = source.kind === 'history' ? historyMisfit(page) : undefined;
  if (misfit !== undefined) throw misfit;
  const note = unreadableNote(page);
  if (note !== undefined) output.note(note);
  return [...runs, ...own].map((run) => ofSource(run, classify));
}

function unique(runs: readonly StoredRun[]): readonly StoredRun[] {
  return [...new Map(runs.map((run) => [run.key, run])).values()];
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
): Promise<Known<readonly FailedStep[]>> {
  if (tasks.length === 0)
    return unknown('the interface does not list the tasks of a transformation; name them with --task');
  const v2 = needed(environment, 'v2');
  const classify = needed(environment, 'classify') as Classify<object>;
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
async function readJob({ job }: DiagnosedRun, context: QueryContext): Promise<Known<Inventory>> {
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
  inventory: Known<Inventory>,
  folder: string | undefined,
): Promise<Known<readonly FieldChange[]>> {
  if (folder === undefined)
    return unknown('no snapshot was named; keep one with `syncline snapshot`, and use --snapshot');
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
async function attempt<Value>(work: () => Promise<Known<Value>>): Promise<Known<Value>> {
  try {
    return await work();
  } catch (error) {
    if (!isSynclineError(error) || error.code === 'ABORTED') throw error;
    return unknown(isConfigError(error) ? error.message : `it cannot be read (${error.code})`);
  }
}

function unknown(because: string): { readonly isKnown: false; readonly because: string } {
  return { isKnown: false, because };
}
