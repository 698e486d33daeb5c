import { readdirSync, readFileSync } from 'node:fs';
import { ProjectError } from './project-error.ts';

const folder = new URL('../openapi/samples/', import.meta.url);
const kinds = [
  { lang: 'typescript', label: 'TypeScript', ending: 'ts' },
  { lang: 'shell', label: 'curl', ending: 'sh' },
];

interface Document {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/**
 * An OpenAPI Overlay for each document, by file name, which gives every operation its `x-codeSamples`. The samples are
 * the files of `openapi/samples`, which `scripts/snippets.ts` runs.
 *
 * @param files - what is generated from the documents, by file name
 * @throws {ProjectError} when an operation has no sample, or a sample no operation
 */
export function sampleOverlays(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const unused = new Set(readdirSync(folder));
  const overlays = new Map<string, string>();
  const problems: string[] = [];
  for (const [file, text] of files) {
    if (!/^documents\/\w+\.json$/.test(file)) continue;
    const { info, paths } = JSON.parse(text) as Document;
    const actions = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => {
        if (operationId === undefined) return [];
        const samples = kinds.flatMap(({ lang, label, ending }) => {
          const name = `${operationId}.${ending}`;
          if (unused.delete(name))
            return [{ lang, label, source: readFileSync(new URL(name, folder), 'utf8').trimEnd() }];
          problems.push(`openapi/samples/${name} does not exist. Write it: each operation has a sample in ${label}.`);
          return [];
        });
        return [{ target: `$.paths[${JSON.stringify(path)}].${method}`, update: { 'x-codeSamples': samples } }];
      }),
    );
    if (actions.length === 0) continue;
    const overlay = {
      overlay: '1.0.0',
      info: { title: `Code samples of the ${info.title}`, version: info.version },
      actions,
    };
    overlays.set(file.replace('documents/', 'code-samples-'), `${JSON.stringify(overlay, null, 2)}\n`);
  }
  for (const name of unused)
    problems.push(`openapi/samples/${name} is named after no operation. Rename it, or delete it.`);
  if (problems.length > 0) throw new ProjectError(problems.join('\n'));
  return overlays;
}
