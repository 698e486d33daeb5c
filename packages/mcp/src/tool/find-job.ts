import { cleanUntrusted } from '../text/clean-untrusted.ts';
import type { ToolContext } from './tool.ts';

/** How long a name is shown, in characters. */
export const nameLimit = 200;

/**
 * The name of a job as the service has it, by the name that a tool showed, which has no invisible characters and may be cut.
 * A pattern, and a name that no visible workspace lists, stay as they are.
 */
export async function findJob(shown: string, context: ToolContext): Promise<string> {
  if (shown.includes('*') || context.environment.v2 === undefined) return shown;
  const names = new Set((await context.workspaces()).flatMap(({ jobs = [] }) => jobs.map(({ name = '' }) => name)));
  if (names.has(shown)) return shown;
  const alike = [...names].filter((name) => cleanUntrusted(name, nameLimit) === shown);
  return alike.length === 1 && alike[0] !== undefined ? alike[0] : shown;
}
