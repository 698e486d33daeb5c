import type { Environment } from '../environment/environment.ts';
import { readsHistory } from '../environment/needed.ts';

/** A job in a workspace. */
interface ListedJob {
  readonly name: string;
  readonly id?: string | undefined;
}

/**
 * Creates a function that returns what the runs of an environment call a job. The job status has the ids of jobs. Whether
 * the history has their names or their ids depends on the service, so the runs decide; without a run, it is the name.
 *
 * @param jobs - what the runs call their jobs
 */
export function createJobNamer(
  listed: readonly ListedJob[],
  environment: Pick<Environment, 'odata' | 'history'>,
  jobs: ReadonlySet<string>,
): (job: ListedJob) => string {
  const hasIds = () =>
    listed.some(({ id }) => id !== undefined && jobs.has(id)) && !listed.some(({ name }) => jobs.has(name));
  return !readsHistory(environment) || hasIds() ? ({ name, id }) => id ?? name : ({ name }) => name;
}
