import { type OptionNames, ownOptions } from '@syncline/core/internal';
import { printSelect } from '@syncline/odata/builder';
import type { Job } from '@syncline/openapi';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import { callInit, beginCall, type CallPromise, type SendOperation } from './operation-call.ts';
import type { Selected } from './selected.ts';

/** The options of {@link Jobs.get}. */
export interface GetJobOptions<Key extends PropertyKey = string> extends CallOptions {
  /** Which fields to return; narrows the type of the record. @default all */
  readonly select?: readonly Key[] | undefined;
}

const getJobOptionNames: OptionNames<GetJobOptions> = { ...callOptionNames, select: 1 };

/** Job definitions (specification section 2.1). */
export interface Jobs<Item = Job> {
  /**
   * Reads one job by its name.
   *
   * @param name - the job's name, not encoded. The client encodes quotes, slashes and the letters of any script
   * @param options - `select` narrows the fields, and with them the result's type
   * @throws {HttpError} when the service responds with a failure status, such as 404 for a name that it does not know
   * @example
   * ```ts
   * import type { ODataClient } from '@syncline/client';
   *
   * const show = async (odata: ODataClient) => {
   *   const job = await odata.jobs.get("O'Brien/nightly", { select: ['Source', 'Scheduled'] });
   *   if (job.Scheduled) console.log(job.Source);
   * };
   * ```
   */
  get<Key extends keyof Item = keyof Item>(
    name: string,
    options?: GetJobOptions<Key>,
  ): CallPromise<Selected<Item, Key>>;
}

export function createJobs(send: SendOperation): Jobs {
  return {
    get: (name, input) =>
      beginCall(() => {
        const options = ownOptions(input, getJobOptionNames);
        const { select } = options;
        const query = select && { $select: printSelect(select as readonly string[]) };
        return send('getJob', { path: { JobName: name }, query, body: undefined }, callInit(options));
      }),
  };
}
