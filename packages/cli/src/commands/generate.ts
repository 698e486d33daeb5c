import { ConfigError, isSynclineError } from '@syncline/core/internal';
import { resolve } from 'node:path';
import { isAbsoluteUrl } from '@redocly/openapi-core';
import type { Problem } from '../generate/generate-error.ts';
import { generateFiles, roundedInt64 } from '../generate/generate.ts';
import { loadConsumer } from '../generate/load.ts';
import { findDrift, unmanagedFiles, writeFiles } from '../generate/output.ts';
import { paint } from '../terminal/style.ts';
import { toJson } from '../formats/to-json.ts';
import type { Output } from '../terminal/output.ts';
import { exitStatus } from '../command/exit-status.ts';
import { watchFiles } from './watch-files.ts';

export interface GenerateOptions {
  readonly document: readonly string[];
  readonly overlay: readonly string[];
  readonly out: string;
  readonly redoclyConfig?: string | undefined;
  readonly importExtension: '.ts' | '.js';
  readonly check?: boolean | undefined;
  readonly watch?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** The result of one run: its exit status, and the files that it read. */
interface Run {
  readonly status: number;
  readonly sources: readonly string[];
}

/** `syncline generate`: writes types, records and tables from a consumer's own documents. Returns the exit status. */
export async function generate(options: GenerateOptions, output: Output): Promise<number> {
  if (options.document.length === 0)
    throw new ConfigError(
      '--document',
      'must name a document, such as odata=./odata.yaml. Those of the service are in node_modules/@syncline/openapi/documents',
    );
  if (!options.watch) return (await generateOnce(options, output)).status;
  const named = [...options.document.map((text) => text.replace(/^[^=]*=/, '')), ...options.overlay];
  const local = (files: readonly string[]): readonly string[] =>
    files.filter((file) => !isAbsoluteUrl(file)).map((file) => resolve(file));
  let sources = local(named);
  const again = async (): Promise<readonly string[]> => {
    try {
      sources = local([...named, ...(await generateOnce(options, output)).sources]);
    } catch (error) {
      if (!isSynclineError(error)) throw error;
      output.err(error.message);
    }
    return sources;
  };
  await watchFiles(again, () => output.err('Watching for changes. Press Ctrl-C to stop.'));
  return exitStatus.yes;
}

async function generateOnce(options: GenerateOptions, output: Output): Promise<Run> {
  const folder = resolve(options.out);
  const unmanaged = await unmanagedFiles(folder);
  if (unmanaged.length > 0)
    throw new ConfigError(
      options.out,
      `has files that were not generated (${unmanaged.slice(0, 3).join(', ')}). Choose an empty folder`,
    );

  const loaded = await loadConsumer({
    documents: options.document,
    overlays: options.overlay,
    config: options.redoclyConfig,
  });
  const files = generateFiles(loaded, { sources: '', extension: options.importExtension });
  const drift = await (options.check ? findDrift : writeFiles)(folder, files);
  const differing = [...drift.changed, ...drift.missing, ...drift.extra];
  const warnings = loaded.flatMap((each) => each.warnings);
  const rounded = roundedInt64(loaded);
  if (options.json) {
    const counted = Object.fromEntries(countByRule(warnings));
    output.out(toJson({ folder: options.out, files: [...files.keys()], ...drift, warnings: counted, rounded }));
  } else {
    for (const path of differing) output.out(`${options.check ? 'differs' : 'wrote'} ${path}`);
    output.out(`${files.size} files in ${options.out}, ${differing.length} ${options.check ? 'differ' : 'written'}`);
    warn(warnings, options, output);
    warnOfRounded(rounded, output);
  }
  const sources = loaded.flatMap((each) => each.sources);
  if (!options.check || differing.length === 0) return { status: exitStatus.yes, sources };
  if (!options.json) output.err('Run the same command without --check to update the folder.');
  return { status: exitStatus.no, sources };
}

/** Prints the number of warnings by rule. Warnings are about style: they do not affect the generated files. */
function warn(warnings: readonly Problem[], { document }: GenerateOptions, output: Output): void {
  if (warnings.length === 0) return;
  const rules = countByRule(warnings).map(([rule, count]) => `${rule} ${count}`);
  const shownRules = rules.length > 6 ? [...rules.slice(0, 6), `${rules.length - 6} more rules`] : rules;
  const [file = ''] = document.map((text) => text.replace(/^[^=]*=/, ''));
  output.err(
    `${paint(`${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'} of style:`, 'yellow', output)} ` +
      `${shownRules.join(', ')}. \`npx @redocly/cli lint ${file.replace(/\?.*$/, '')}\` shows where.`,
  );
}

/** Prints where the records have int64 values that the clients do not decode. */
function warnOfRounded(places: readonly string[], output: Output): void {
  if (places.length === 0) return;
  const shown = places.length > 6 ? [...places.slice(0, 6), `${places.length - 6} more`] : places;
  output.err(
    `${paint('int64 values are not decoded, and numbers beyond 2^53 are rounded, in:', 'yellow', output)} ` +
      `${shown.join(', ')}. The clients decode int64 fields of objects and of objects in lists.`,
  );
}

function countByRule(warnings: readonly Problem[]): readonly (readonly [rule: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { rule = 'other' } of warnings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
