import { jobPattern } from '@syncline/ops';
import { RefusalError } from '../refusal/refusal-error.ts';
import type { ToolContext } from './tool.ts';

/**
 * Checks, for an answer without rows, that there is a job that it could be about: otherwise it would read as good news.
 * Without the v2 interface nothing lists the jobs, and nothing is checked.
 *
 * @param job - as it was given; undefined for all jobs
 * @throws {RefusalError} when no visible job has this name or id, or fits the pattern
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
