import { ConfigError, isSynclineError } from '@syncline/core/internal';
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isAbsoluteUrl } from '@redocly/openapi-core';
import type { Problem } from '../generate/generate-error.ts';
import { type Generated, generateWithNotes } from '../generate/generate.ts';
import { loadConsumer } from '../generate/load.ts';
import { findDrift, unmanagedFiles, writeFiles } from '../generate/output.ts';
import { toJson } from '../formats/to-json.ts';
import { type CommandOutput, defineCommand } from '../command/define-command.ts';
import { type ExitStatus, exitStatus } from '../command/exit-status.ts';

type GenerateValues = Parameters<typeof generate.run>[0];

/** The result of one run: its exit status, and the files that it read. */
interface Run {
  readonly status: ExitStatus;
  readonly sources: readonly string[];
}

/** `syncline generate`: writes types, records and tables from a consumer's own documents. */
export const generate = defineCommand({
  name: 'generate',
  group: 'developers',
  summary: 'generate types, records and tables from your own documents',
  options: {
    document: {
      value: 'name=file',
      text: 'an OpenAPI 3 document, as a file or an https:// address; repeatable',
      isRepeatable: true,
      isRequired: true,
    },
    overlay: { value: 'path', text: 'an OpenAPI Overlay 1.0 document; repeatable', isRepeatable: true },
    out: {
      value: 'folder',
      text: 'the output folder: empty, or with files that were generated before',
      isRequired: true,
    },
    redoclyConfig: { value: 'path', text: 'a redocly configuration with the lint rules' },
    importExtension: {
      value: 'extension',
      text: 'the extension in the imports of the generated files',
      choices: ['.js', '.ts'],
      default: '.js',
    },
    check: { text: 'write nothing; exit with 1 if the folder differs' },
    watch: { text: 'generate again after each change' },
  },
  formats: ['text', 'json'],
  examples: [
    'syncline generate --document odata=api.yaml --overlay my.yaml --out src/sync',
    'syncline generate --document odata=api.yaml --out src/sync --check',
  ],
  exitStatuses: {
    0: 'the folder has the generated files',
    1: 'with --check, the folder differs',
    2: 'an option or a document cannot be used; nothing was written',
  },
  async run(options, { output }): Promise<ExitStatus> {
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
        for (const line of error.message.split('\n')) output.note(line);
      }
      return sources;
    };
    await watchFiles(again, () => output.note('Watching for changes. Press Ctrl-C to stop.'));
    return exitStatus.yes;
  },
});

async function generateOnce(options: GenerateValues, output: CommandOutput): Promise<Run> {
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
  const { files, rounded, refused, omitted } = generateWithNotes(loaded, {
    sources: '',
    extension: options.importExtension,
  });
  const drift = await (options.check ? findDrift : writeFiles)(folder, files);
  const differing = [...drift.changed, ...drift.missing, ...drift.extra];
  const warnings = loaded.flatMap((each) => each.warnings);
  if (output.format === 'json') {
    const counted = Object.fromEntries(countByRule(warnings));
    const listed = {
      folder: options.out,
      files: [...files.keys()],
      ...drift,
      warnings: counted,
      rounded,
      refused,
      omitted,
    };
    output.write(toJson(listed, 2));
  } else {
    for (const path of differing) output.write(`${options.check ? 'differs' : 'wrote'} ${path}`);
    output.write(`${files.size} files in ${options.out}, ${differing.length} ${options.check ? 'differ' : 'written'}`);
    warn(warnings, options, output);
    warnOfRounded(rounded, output);
    for (const { operation, reason } of refused)
      output.note(`${operation}: ${reason}.`, ['call cannot send', 'yellow']);
    tellOmitted(omitted, output);
  }
  const sources = loaded.flatMap((each) => each.sources);
  if (!options.check || differing.length === 0) return { status: exitStatus.yes, sources };
  if (output.format !== 'json') output.note('Run the same command without --check to update the folder.');
  return { status: exitStatus.no, sources };
}

/** Prints the number of warnings by rule. Warnings are about style: they do not affect the generated files. */
function warn(warnings: readonly Problem[], { document }: GenerateValues, output: CommandOutput): void {
  if (warnings.length === 0) return;
  const rules = countByRule(warnings).map(([rule, count]) => `${rule} ${count}`);
  const shownRules = rules.length > 6 ? [...rules.slice(0, 6), `${rules.length - 6} more rules`] : rules;
  const [file = ''] = document.map((text) => text.replace(/^[^=]*=/, ''));
  output.note(`${shownRules.join(', ')}. \`npx @redocly/cli lint ${file.replace(/\?.*$/, '')}\` shows where.`, [
    `${warnings.length} style ${warnings.length === 1 ? 'warning' : 'warnings'}:`,
    'yellow',
  ]);
}

/** Prints where the records have int64 values that the clients do not decode. */
function warnOfRounded(places: readonly string[], output: CommandOutput): void {
  if (places.length === 0) return;
  const shown = places.length > 6 ? [...places.slice(0, 6), `${places.length - 6} more`] : places;
  output.note(`${shown.join(', ')}. The clients decode int64 fields of objects and of objects in lists.`, [
    'int64 values are not decoded, and numbers beyond 2^53 are rounded, in:',
    'yellow',
  ]);
}

/** Prints what else the documents have and the files do not, one line a reason. */
function tellOmitted(omitted: Generated['omitted'], output: CommandOutput): void {
  for (const reason of new Set(omitted.map((each) => each.reason))) {
    const places = [...new Set(omitted.flatMap((each) => (each.reason === reason ? each.subject : [])))];
    const shown = places.length > 6 ? [...places.slice(0, 6), `${places.length - 6} more`] : places;
    output.note(`${reason} (${shown.join(', ')}).`, ['not generated:', 'yellow']);
  }
}

function countByRule(warnings: readonly Problem[]): readonly (readonly [rule: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { rule = 'other' } of warnings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/**
 * Runs an action, and again after each change of a file that it read, until the process is interrupted. It watches the
 * folders of the files instead of the files, because some editors replace a file by renaming another one, which would
 * leave a watch on a deleted file.
 *
 * @param action - returns the files to watch for the next change
 * @param ready - called when the files are watched, and an interrupt already ends the watch
 */
export async function watchFiles(action: () => Promise<readonly string[]>, ready: () => void): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  let names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let pending: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const follow = (files: readonly string[]): void => {
    const folders = new Map<string, Set<string>>();
    for (const file of files) {
      const folder = dirname(file);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(basename(file)));
    }
    names = folders;
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders.keys()) if (!watchers.has(folder)) start(folder);
  };
  const start = (folder: string): void => {
    if (!existsSync(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (name === null || names.get(folder)?.has(name)) again();
    });
    // Removing a folder ends its watch. The next run watches the folder again if it exists.
    watcher.on('error', () => watchers.delete(folder));
    watchers.set(folder, watcher);
  };
  // Editors write a file in several steps, so the action runs only when nothing has changed for a moment.
  const again = (): void => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      running = running.then(async () => follow(await action()));
    }, 100);
  };

  follow(await action());
  await new Promise<void>((done) => {
    const end = (): void => {
      process.off('SIGINT', end).off('SIGTERM', end);
      done();
    };
    process.on('SIGINT', end).on('SIGTERM', end);
    ready();
  });
  clearTimeout(pending);
  await running;
  for (const watcher of watchers.values()) watcher.close();
}
