import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../src/index.ts';
import { temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const tag = { type: 'string' };
const pets = (properties: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example.com' }],
  paths: {
    '/pet': {
      get: {
        operationId: 'getPet',
        responses: {
          200: {
            description: 'A pet.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Pet: { type: 'object', properties } } },
  ...more,
});

/** Writes two versions of a document into a folder. */
async function versions(before: object, after: object) {
  const folder = await temporaryFolder();
  const files = [join(folder, 'old.json'), join(folder, 'new.json')] as const;
  writeFileSync(files[0], JSON.stringify(before));
  writeFileSync(files[1], JSON.stringify(after));
  return { folder, files };
}

const REPORT = `minor old: The default of \`Pet.tag\` changed from a to b. (the meaning of an absent field changes)
      fields Pet.tag
      operations getPet
patch old: \`title\` of \`info\` changed.
minor: @syncline/openapi minor, @syncline/client minor, @syncline/sandbox minor`;

test('each change is a line with its reason, and lists are shown only if they are not empty', async () => {
  const { files } = await versions(
    pets({ tag: { ...tag, default: 'a' } }),
    pets({ tag: { ...tag, default: 'b' } }, { info: { title: 'Dogs', version: '1' } }),
  );
  expect(await runCommand('diff', ...files)).toEqual({ status: 0, out: REPORT, err: '' });
  expect((await runCommand('diff', ...files, '--fail-on', 'minor')).status).toBe(1);
  expect((await runCommand('diff', ...files, '--fail-on', 'major')).status).toBe(0);
});

test('on a terminal with colors, the bump of a change is colored, and the overall bump is bold', async () => {
  const { files } = await versions(pets({ tag, name: tag }), pets({ tag: { ...tag, description: 'A tag.' } }));
  const lines: string[] = [];
  await run(['diff', ...files], { out: (text) => lines.push(text), err: () => {}, colored: true });
  const text = lines.join('\n').replaceAll('\u001b', '');
  expect(text).toContain('[31mmajor[39m old: `Pet.name` was removed');
  expect(text).toContain('[2mpatch[22m old: ');
  expect(text).toContain('[1mmajor[22m: @syncline/openapi minor');
});

test('--changeset without a folder writes to .changeset: one sentence for each change', async () => {
  const { folder, files } = await versions(
    pets({ tag, name: tag }),
    pets({ tag: { ...tag, default: 'b' } }, { info: { title: 'Dogs', version: '1' } }),
  );
  mkdirSync(join(folder, '.changeset'));
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(folder);
  const { status, out } = await runCommand('diff', ...files, '--changeset');
  const [name = ''] = readdirSync('.changeset');
  expect(name).toMatch(/^description-[0-9a-f]{8}\.md$/);
  expect(out.split('\n').at(-1)).toBe(`wrote ${join('.changeset', name)}`);
  expect(status).toBe(0);
  expect(readFileSync(join('.changeset', name), 'utf8')).toBe(`---
'@syncline/openapi': minor
'@syncline/client': minor
'@syncline/sandbox': minor
---

- \`Pet.name\` was removed. (Pet.name)
- The default of \`Pet.tag\` was set to b. (Pet.tag)
- \`title\` of \`info\` changed.
`);
  const json = await runCommand('diff', ...files, '--changeset', '.changeset', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ bump: 'major', packages: { '@syncline/openapi': 'minor' } });
});

test('--changeset writes nothing if nothing changed', async () => {
  const { folder, files } = await versions(pets({ tag }), pets({ tag }));
  expect((await runCommand('diff', ...files, '--changeset', folder)).out).toBe('No change.');
  expect(readdirSync(folder).sort()).toEqual(['new.json', 'old.json']);
});
