import { cleanUntrusted } from '../text/clean-untrusted.ts';
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
