import { readFileSync } from 'node:fs';
import type { Sandbox } from '@syncline/sandbox';
import type { CommandContext } from '../../src/command/define-command.ts';
import { type ExportOptions, exportRuns, history } from './commands.ts';

/** The keys in an NDJSON file. */
export function keysOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly key: string }).key);
}

/** The keys of the runs that `syncline history` lists, oldest first. */
export async function historyKeys(context: CommandContext, since: string, job?: string): Promise<string[]> {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const output = { ...context.output, format: 'ndjson' as const, fields: 'key', write };
  await history({ since, job }, { ...context, output });
  return lines.map((line) => (JSON.parse(line) as { readonly key: string }).key).reverse();
}

/**
 * Exports until it succeeds. Each attempt reads one page and fails at the next.
 *
 * @returns the number of failed attempts
 */
export async function failAtEachPage(
  options: ExportOptions,
  context: CommandContext,
  sandbox: Sandbox,
  afterFailure: () => void,
): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    sandbox.faults.add({ operation: 'listHistory', after: 1, times: 1, status: 503 });
    const status = await exportRuns(options, context).catch(() => 'failed');
    sandbox.faults.clear();
    if (status === 0) return failures;
    afterFailure();
  }
}
