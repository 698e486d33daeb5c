import { wholePattern } from '@syncline/core/internal';
import type { Inventory } from '@syncline/jobs';
import { readJobs, requireInterface } from '@syncline/ops';
import { RefusalError, cleanUntrusted, isRefusalError } from '../answer/answer.ts';
import type { ToolContext } from './tool.ts';

/** Maximum length of a shown name, in characters. */
export const nameLimit = 200;

/**
 * Finds the service's name of a job from the name that a tool showed, which has no invisible characters and may be cut.
 * Patterns, and names that no visible workspace lists, are returned unchanged.
 */
export async function findJob(shown: string, context: ToolContext): Promise<string> {
  if (shown.includes('*') || context.environment.v2 === undefined) return shown;
  const names = new Set((await context.workspaces()).flatMap(({ jobs = [] }) => jobs.map(({ name = '' }) => name)));
  if (names.has(shown)) return shown;
  const alike = [...names].filter((name) => cleanUntrusted(name, nameLimit) === shown);
  return alike.length === 1 && alike[0] !== undefined ? alike[0] : shown;
}

/**
 * The definitions of the visible jobs, or of those whose name matches.
 *
 * @throws {RefusalError} when the request budget is too small, because half an inventory would look like a whole one;
 * also when nothing lists the jobs and none is named, because an empty inventory would look like one without problems
 */
export async function readVisibleJobs(
  job: string | undefined,
  { environment, signal }: ToolContext,
): Promise<Inventory> {
  const odata = requireInterface(environment, 'odata');
  const { v2 } = environment;
  const isName = job !== undefined && !job.includes('*');
  if (v2 === undefined && !isName)
    throw new RefusalError('Without the v2 interface, the jobs cannot be listed. Name one job, without *.');
  const fits = wholePattern(job ?? '*');
  const listed =
    v2 === undefined || isName ? [] : (await v2.workspaces.list({ signal })).flatMap(({ jobs = [] }) => jobs);
  const names = isName ? [job] : listed.flatMap(({ name = '' }) => (name !== '' && fits(name) ? [name] : []));
  const inventory = await readJobs(environment, { odata, v2, names: [...new Set(names)], signal });
  const entries = inventory.entries.filter(({ name }) => fits(name));
  for (const entry of entries) if (entry.kind === 'unreadable' && isRefusalError(entry.reason)) throw entry.reason;
  return { ...inventory, entries };
}

/**
 * Checks for an answer without rows that there is such a job, because otherwise the answer would look like good news.
 * Without the v2 interface, the jobs cannot be listed, so nothing is checked.
 *
 * @param job - the argument of the call; undefined for all jobs
 * @throws {RefusalError} when no visible job has this name or id, or matches the pattern
 */
export async function requireJob(job: string | undefined, context: ToolContext): Promise<void> {
  if (context.environment.v2 === undefined || (job === undefined && !context.isLimited)) return;
  const fits = wholePattern(job ?? '*');
  const jobs = (await context.workspaces()).flatMap((workspace) => workspace.jobs ?? []);
  if (jobs.some(({ id = '', name = '' }) => fits(name) || fits(id))) return;
  throw new RefusalError(
    job === undefined
      ? 'No job is visible here. Ask the operator of the server to check `mcp.workspaces` and `mcp.jobs` of syncline.yaml.'
      : 'No visible job has this name, or matches the pattern. Names are case-sensitive. List the names with list_jobs.',
  );
}
