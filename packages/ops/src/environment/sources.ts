import { type Inventory, type InventoryWorkspace, readInventory, type ReadInventoryOptions } from '@syncline/jobs';
import { historySource, type RunSource, type SourceRun, statusSource } from '@syncline/runs';
import { createPause } from '../pause.ts';
import { type Environment, readsHistory, requireInterface } from './environment.ts';

/**
 * The source of an environment's runs: the history of the OData interface, with one request for all jobs, or the job
 * status of the v2 interface, with one request per job. Its runs do not contain the secrets of the credentials.
 *
 * @param jobIds - the jobs for the v2 interface
 * @throws {ConfigError} when neither is configured
 */
export function runSource(environment: Environment, jobIds?: readonly string[]): RunSource {
  const { v2, scrub } = environment;
  const source =
    readsHistory(environment) || v2 === undefined
      ? historySource(requireInterface(environment, 'odata'), requireInterface(environment, 'history'))
      : statusSource(v2, { jobs: jobIds });
  return scrub === undefined ? (source as RunSource) : withoutSecrets(source as RunSource, scrub);
}

/**
 * The ids of all jobs, or the given one, which the job status needs; undefined if the history returns all jobs at once.
 */
export async function jobIds(
  { environment, signal }: { readonly environment: Environment; readonly signal?: AbortSignal | undefined },
  exact?: string,
): Promise<readonly string[] | undefined> {
  const { v2 } = environment;
  if (readsHistory(environment) || v2 === undefined) return undefined;
  if (exact !== undefined) return [exact];
  const workspaces = await v2.workspaces.list({ signal });
  const ids = workspaces.flatMap(({ jobs = [] }) => jobs.map(({ id }) => id));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/**
 * Reads the jobs of an environment with `readInventory`. The errors of jobs and connections do not contain the secrets of
 * the credentials.
 *
 * @param options - the clients of the environment that are used, and which jobs to read
 * @throws what `readInventory` throws
 */
export async function readJobs(
  { scrub }: Pick<Environment, 'scrub'>,
  options: ReadInventoryOptions,
): Promise<Inventory> {
  const inventory = await readInventory(options);
  return scrub === undefined ? inventory : inventoryWithoutSecrets(inventory, scrub);
}

/**
 * A source whose runs do not contain the secrets of the environment's credentials. A service may repeat a credential, for
 * example in the error of a run that could not log in. The key and the job of a run stay as they are: they identify it.
 *
 * @param scrub - removes the secrets from a text
 */
export function withoutSecrets(source: RunSource, scrub: (text: string) => string): RunSource {
  /** @param known - texts without a secret: many runs have the same ones */
  const clean = (run: SourceRun, known: Set<string>): SourceRun => {
    const texts = textsOf([run.status, run.error, run.record]).filter((text) => !known.has(text));
    // One long text takes less time than many short ones.
    const all = texts.join('\n');
    if (scrub(all) === all) {
      for (const text of texts) known.add(text);
      return run;
    }
    const isName = (text: string): boolean => text === run.key || text === run.job;
    const record = mapTexts(run.record, (text) => (isName(text) ? text : scrub(text)));
    return { ...run, status: scrub(run.status), error: scrub(run.error), record };
  };
  return {
    kind: source.kind,
    read: async (query) => {
      const page = await source.read(query);
      const known = new Set<string>();
      const pause = createPause();
      const runs: SourceRun[] = [];
      for (const run of page.runs) {
        runs.push(clean(run, known));
        await pause();
      }
      return { ...page, runs };
    },
  };
}

/**
 * An inventory whose errors do not contain the secrets of the environment's credentials. The definitions of jobs stay as
 * they are: the linter finds what looks like a credential in them.
 *
 * @param scrub - removes the secrets from a text
 */
export function inventoryWithoutSecrets(inventory: Inventory, scrub: (text: string) => string): Inventory {
  const clean = <Member extends { readonly error?: string | undefined }>(member: Member): Member =>
    member.error === undefined ? member : { ...member, error: mapTexts(member.error, scrub) as string };
  const workspaces = new Map(
    inventory.workspaces.map((each): [InventoryWorkspace, InventoryWorkspace] => [
      each,
      { ...each, connections: each.connections?.map(clean), jobs: each.jobs?.map(clean) },
    ]),
  );
  const entries = inventory.entries.map((entry) => {
    const workspace = entry.workspace && (workspaces.get(entry.workspace) ?? entry.workspace);
    return clean({ ...entry, workspace });
  });
  return { ...inventory, workspaces: [...workspaces.values()], entries };
}

/** The texts in JSON, without the names of members. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Calls a function with each text in JSON, and returns the JSON with the returned texts. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
