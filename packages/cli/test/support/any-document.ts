import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateFiles, loadConsumer, writeFiles } from '../../src/index.ts';
import { compile } from '../tables/compile.ts';
import { repository, temporaryFolder } from './description-copy.ts';

/** The parts of a document, which may describe anything. */
export interface Parts {
  readonly openapi?: string;
  readonly paths?: object;
  readonly schemas?: object;
  readonly more?: object;
}

/** Writes a document made of the given parts, with simple defaults for the others. */
export async function write({ openapi = '3.1.0', paths = {}, schemas = {}, more = {} }: Parts): Promise<string> {
  const file = join(await temporaryFolder(), 'api.json');
  const document = { openapi, info: { title: 'A', version: '1' }, paths, components: { schemas }, ...more };
  await writeFile(file, JSON.stringify(document));
  return file;
}

export const load = async (parts: Parts) => loadConsumer({ documents: [`api=${await write(parts)}`], overlays: [] });
export const generated = async (parts: Parts) => generateFiles(await load(parts), { sources: '', extension: '.ts' });
export const json = (schema: object) => ({ description: 'Ok.', content: { 'application/json': { schema } } });
export const get = (schema: object, more: object = {}) => ({ get: { responses: { 200: json(schema) }, ...more } });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Compiles generated files with strict options, as a consumer does, together with a file that uses them. */
export async function compiled(files: ReadonlyMap<string, string>, use = ''): Promise<string> {
  const folder = await consumerFolder();
  await writeFiles(join(folder, 'sync'), files);
  return compile(folder, `export * from './sync/index.ts';\n${use}`);
}

/** The same for many documents at once, which takes little longer than for one. The messages begin with the title. */
export async function compiledTogether(
  documents: readonly (readonly [title: string, files: ReadonlyMap<string, string>, use: string])[],
): Promise<string> {
  const folder = await consumerFolder();
  for (const [title, files, use] of documents) {
    await writeFiles(join(folder, title, 'sync'), files);
    await writeFile(join(folder, title, 'use.ts'), `export * from './sync/index.ts';\n${use}`);
  }
  const imports = documents.map(([title], index) => `export * as use${index} from './${title}/use.ts';\n`);
  return compile(folder, imports.join(''));
}

async function consumerFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

export const record = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
export const list = (items: object) => ({ type: 'array', items });
export const FLAG = { type: 'string', 'x-decode': 'boolean' };
export const BIG = { type: 'integer', format: 'int64' };
