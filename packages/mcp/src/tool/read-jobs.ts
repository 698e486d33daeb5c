import { type Inventory, readInventory } from '@syncline/jobs';
import { jobPattern, needed } from '@syncline/ops';
import { isRefusalError, RefusalError } from '../refusal/refusal-error.ts';
import type { ToolContext } from './tool.ts';

/**
 * The definitions of the visible jobs, or of those whose name fits.
 *
 * @throws {RefusalError} when the request budget does not suffice: half an inventory would look like a whole one. And
 *   when nothing lists the jobs and none is named: no inventory would look like one without problems
 */
export async function readJobs(job: string | undefined, { environment, signal }: ToolContext): Promise<Inventory> {
  const odata = needed(environment, 'odata');
  const { v2 } = environment;
  const isName = job !== undefined && !job.includes('*');
  if (v2 === undefined && !isName)
    throw new RefusalError('Without the v2 interface nothing lists the jobs. Name one job, without *.');
  const fits = jobPattern(job ?? '*');
  const listed =
    v2 === undefined || isName ? [] : (await v2.workspaces.list({ signal })).flatMap(({ jobs = [] }) => jobs);
  const names = isName ? [job] : listed.flatMap(({ name = '' }) => (name !== '' && fits(name) ? [name] : []));
  const inventory = await readInventory({ odata, v2, names: [...new Set(names)], signal });
  const entries = inventory.entries.filter(({ name }) => fits(name));
  for (const entry of entries) if (entry.kind === 'unreadable' && isRefusalError(entry.reason)) throw entry.reason;
  return { ...inventory, entries };
}
