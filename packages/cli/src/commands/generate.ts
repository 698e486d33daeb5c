import { watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { loadConsumer } from '../generate/consumer.ts';
import { generateFiles } from '../generate/generate.ts';
import { findDrift, unmanagedFiles, writeFiles } from '../generate/output.ts';
import { EXIT, InputError } from '../support/exit-codes.ts';
import { toJson, type Output } from '../support/console.ts';

export interface GenerateOptions {
  readonly document: readonly string[];
  readonly overlay: readonly string[];
  readonly out: string;
  readonly config?: string | undefined;
  readonly importExtension: '.ts' | '.js';
  readonly check?: boolean | undefined;
  readonly watch?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `syncline generate`: writes types, records and tables from a consumer's own documents. Returns the exit status. */
export async function generate(options: GenerateOptions, output: Output): Promise<number> {
  const status = await generateOnce(options, output);
  if (!options.watch) return status;
  await watchDocuments(options, output);
  return EXIT.ok;
}

async function generateOnce(options: GenerateOptions, output: Output): Promise<number> {
  const folder = resolve(options.out);
  const unmanaged = await unmanagedFiles(folder);
  if (unmanaged.length > 0)
    throw new InputError(
      `${options.out} has files that were not generated (${unmanaged.slice(0, 3).join(', ')}). Choose an empty folder`,
    );

  const files = generateFiles(
    await loadConsumer({ documents: options.document, overlays: options.overlay, config: options.config }),
    { sources: '', extension: options.importExtension },
  );
  const drift = await (options.check ? findDrift : writeFiles)(folder, files);
  const differing = [...drift.changed, ...drift.missing, ...drift.extra];
  if (options.json) output.out(toJson({ folder: options.out, files: [...files.keys()], ...drift }));
  else {
    for (const path of differing) output.out(`${options.check ? 'differs' : 'wrote'} ${path}`);
    output.out(`${files.size} files in ${options.out}, ${differing.length} ${options.check ? 'differ' : 'written'}`);
  }
  if (!options.check || differing.length === 0) return EXIT.ok;
  if (!options.json) output.err('Run the same command without --check to update the folder.');
  return EXIT.no;
}

/** Generates again after each change in the folder of a document or an overlay, until the process is interrupted. */
async function watchDocuments(options: GenerateOptions, output: Output): Promise<void> {
  const folders = new Set(
    [...options.document.map((text) => text.replace(/^[^=]*=/, '')), ...options.overlay].map((file) =>
      dirname(resolve(file)),
    ),
  );
  let pending: NodeJS.Timeout | undefined;
  const again = (): void => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      generateOnce(options, output).catch((error: unknown) =>
        output.err(error instanceof Error ? error.message : String(error)),
      );
    }, 100);
  };
  const watchers = [...folders].map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null && /\.(ya?ml|json)$/.test(name) && !resolve(folder, name).startsWith(resolve(options.out)))
        again();
    }),
  );
  output.err('Watching for changes. Press Ctrl-C to stop.');
  await new Promise<void>((done) => process.once('SIGINT', done));
  clearTimeout(pending);
  for (const watcher of watchers) watcher.close();
}
