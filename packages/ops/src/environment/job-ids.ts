import type { Environment } from './environment.ts';
import { readsHistory } from './needed.ts';

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
