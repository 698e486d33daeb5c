import { type ClassifiedRun, jobIds, requireInterface, runSource } from '@syncline/ops';
import { classifyRun } from '@syncline/runs';
import { RefusalError } from '../refusal/refusal-error.ts';
import type { ToolContext } from './tool.ts';

/** The visible run with a key; undefined if there is none. */
export async function findRun(
  key: string,
  { environment, command, signal }: ToolContext,
): Promise<(ClassifiedRun & { readonly record: unknown }) | undefined> {
  const classify = requireInterface(environment, 'classify');
  const source = runSource(environment, await jobIds(command));
  const { runs } = await source.read({ since: 0, keys: [key], signal });
  const [run] = runs;
  return run && { ...run, ...classifyRun(classify, run) };
}

/** @throws {RefusalError} the same for a run that does not exist and for one that is not visible */
export function noSuchRun(): never {
  throw new RefusalError('No run with this id is visible here. Take the field run of a row of list_runs.');
}
