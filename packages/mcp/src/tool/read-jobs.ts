import { type Inventory, readInventory } from '@syncline/jobs';
import { jobPattern, requireInterface } from '@syncline/ops';
import { isRefusalError, RefusalError } from '../refusal/refusal-error.ts';
import type { ToolContext } from './tool.ts';

/**
 * The definitions of the visible jobs, or of those whose name matches.
 *
 * @throws {RefusalError} when the request budget is too small, because half an inventory would look like a whole one;
 * also when nothing lists the jobs and none is named, because an empty inventory would look like one without problems
 */
export async function readJobs(job: string | undefined, { environment, signal }: ToolContext): Promise<Inventory> {
  const odata = requireInterface(environment, 'odata');
  const { v2 } = environment;
  const isName = job !== undefined && !job.includes('*');
  if (v2 === undefined && !isName)
    throw new RefusalError('Without the v2 interface, the jobs cannot be listed. Name one job, without *.');
  const fits = jobPattern(job ?? '*');
  const listed =
    v2 === undefined || isName ? [] : (await v2.workspaces.list({ signal })).flatMap(({ jobs = [] }) => jobs);
  const names = isName ? [job] : listed.flatMap(({ name = '' }) => (name !== '' && fits(name) ? [name] : []));
  const inventory = await readInventory({ odata, v2, names: [...new Set(names)], signal });
  const entries = inventory.entries.filter(({ name }) => fits(name));
  for (const entry of entries) if (entry.kind === 'unreadable' && isRefusalError(entry.reason)) throw entry.reason;
  return { ...inventory, entries };
}
