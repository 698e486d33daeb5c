import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSide } from '../../src/diff/load-side.ts';
import { generateFiles, loadConsumer } from '../../src/index.ts';
import { temporaryFolder } from '../support/description-copy.ts';

const record = (index: number) => ({ $ref: `#/components/schemas/Record${index}` });

/** A document with a chain of records, each of which contains the next, and paths that return the first ones. */
async function linked(records: number, paths: number): Promise<string> {
  const schemas: Record<string, object> = { [`Record${records}`]: { type: 'object' } };
  const items: Record<string, object> = {};
  for (let index = 0; index < records; index += 1) {
    const size = { type: 'integer', format: 'int64' };
    schemas[`Record${index}`] = { type: 'object', properties: { size, next: record(index + 1) } };
  }
  for (let index = 0; index < paths; index += 1) {
    const content = { 'application/json': { schema: record(index) } };
    items[`/r${index}`] = { get: { operationId: `get${index}`, responses: { 200: { description: 'Ok.', content } } } };
  }
  const file = join(await temporaryFolder(), 'linked.json');
  const document = { openapi: '3.1.0', info: { title: 'Linked', version: '1' }, paths: items, components: { schemas } };
  await writeFile(file, JSON.stringify(document));
  return file;
}

test.each([
  { records: 1000, paths: 1000 },
  { records: 2000, paths: 2000 },
  { records: 5000, paths: 1 },
])('$paths paths over a chain of $records records are generated', async ({ records, paths }) => {
  const file = await linked(records, paths);
  const loaded = await loadConsumer({ documents: [`linked=${file}`], overlays: [] });
  const decode = generateFiles(loaded).get('src/decode.gen.ts') ?? '';
  expect(decode.match(/^export const \w+ =/gm)).toHaveLength(records);
});

test('overlays, the rules of a project and a comparison also read a long chain', async () => {
  const file = await linked(2000, 1);
  const folder = await temporaryFolder();
  const [overlay, config] = [join(folder, 'ours.yaml'), join(folder, 'redocly.yaml')];
  await writeFile(
    overlay,
    `overlay: 1.0.0\ninfo: { title: Ours, version: '1' }\nactions: [{ target: $.info, update: { title: Longer } }]\n`,
  );
  await writeFile(config, 'rules: { info-license: error }\n');
  const [loaded] = await loadConsumer({ documents: [`linked=${file}`], overlays: [overlay] });
  expect(loaded?.document).toMatchObject({ info: { title: 'Longer' } });
  expect(loaded?.sources).toEqual([file, overlay]);
  await expect(loadConsumer({ documents: [`linked=${file}`], overlays: [], config })).rejects.toThrow('info-license');
  const [side] = await loadSide(file);
  expect(Object.keys(side?.document.components?.schemas ?? {})).toHaveLength(2001);
});
