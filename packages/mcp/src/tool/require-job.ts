import { jobPattern } from '@syncline/ops';
import { RefusalError } from '../refusal/refusal-error.ts';
import type { ToolContext } from './tool.ts';

/**
 * Checks for an answer without rows that there is such a job, because otherwise the answer would look like good news.
 * Without the v2 interface, the jobs cannot be listed, so nothing is checked.
 *
 * @param job - the argument of the call; undefined for all jobs
 * @throws {RefusalError} when no visible job has this name or id, or matches the pattern
 */
export async function requireJob(job: string | undefined, context: ToolContext): Promise<void> {
  if (context.environment.v2 === undefined || (job === undefined && !context.isLimited)) return;
  const fits = jobPattern(job ?? '*');
  const jobs = (await context.workspaces()).flatMap((workspace) => workspace.jobs ?? []);
  if (jobs.some(({ id = '', name = '' }) => fits(name) || fits(id))) return;
  throw new RefusalError(
    job === undefined
      ? 'No job is visible here. Ask the operator of the server to check `mcp.workspaces` and `mcp.jobs` of syncline.yaml.'
      : 'No visible job has this name, or matches the pattern. Names are case-sensitive. List the names with list_jobs.',
  );
}
