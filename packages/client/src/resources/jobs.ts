import { printSelect } from '@syncline/odata';
import type { Job } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import type { SendOperation } from './operation-call.ts';
import type { Selected } from './selected.ts';

/** Job definitions (specification section 2.1). */
export interface Jobs<Item = Job> {
  /**
   * Reads one job by its name.
   *
   * @param name - the job's name as it is. The client encodes quotes, slashes and the letters of any script
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
    options?: CallOptions & { readonly select?: readonly Key[] | undefined },
  ): Promise<Selected<Item, Key>>;
}

export function createJobs(send: SendOperation): Jobs {
  return {
    get: async (name, options) => {
      const query = options?.select && { $select: printSelect(options.select) };
      return (await send('getJob', { path: { JobName: name }, query }, { options })).value as never;
    },
  };
}
