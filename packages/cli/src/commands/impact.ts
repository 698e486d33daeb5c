import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { compare } from '../diff/compare.ts';
import { loadSide } from '../diff/load-side.ts';
import { findImpact } from '../impact/find-impact.ts';
import { openProject } from '../impact/program.ts';
import { EXIT, InputError } from '../support/exit-codes.ts';
import { paint, toJson, type Output } from '../support/console.ts';

export interface ImpactOptions {
  readonly old?: string | undefined;
  readonly new: string;
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const COLOUR = { patch: 'dim', minor: 'yellow', major: 'red' } as const;

/**
 * `syncline impact`: lists the lines of a consumer's code that use what changed. Returns the exit status, which is 1
 * when something breaks.
 */
export async function impact(directory: string, options: ImpactOptions, output: Output): Promise<number> {
  const folder = resolve(directory);
  const installed = join(folder, 'node_modules/@syncline/openapi/documents');
  const before = options.old ?? installed;
  if (options.old === undefined && !existsSync(installed))
    throw new InputError(
      `${directory} has no @syncline/openapi installed. Name the description that the code was written for with --old`,
    );
  const program = openProject(folder);
  const [old, now] = await Promise.all([loadSide(before), loadSide(options.new)]);
  const { changes } = await compare(old, now);
  const found = findImpact(
    program,
    changes.filter(({ bump }) => options.all || bump !== 'patch'),
    old,
    folder,
  );
  if (options.json) output.out(toJson({ changes: changes.length, impact: found }));
  else {
    for (const { file, line, column, bump, message, why, code } of found) {
      output.out(
        `${file}:${line}:${column} ${paint(output, COLOUR[bump], bump)} ${message}${why === null ? '' : ` (${why})`}\n    ${code}`,
      );
    }
    output.out(`${count(found.length, 'use')} of what changed (${count(changes.length, 'change')}).`);
  }
  return found.some(({ bump }) => bump === 'major') ? EXIT.no : EXIT.ok;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
