import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), 'text');
  await writeFile(join(folder, 'broken.yaml'), 'a: [');
  await writeFile(
    join(folder, 'api.json'),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }),
  );
});

const NAME = /^syncline: \S+ has the name (.*), which must be lower-case letters, digits and hyphens, and begin/;

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['--out is a file', { '--out': 'file' }, /^syncline: \S*file\S* cannot be written \(\w+\): choose another folder$/],
  ['--out is below a file', { '--out': 'file/a/b' }, /^syncline: \S*file\S* cannot be written \(\w+\): choose/],
  ['--redocly-config is missing', { '--redocly-config': 'none.yaml' }, /none\.yaml is not a redocly configuration/],
  ['--redocly-config is broken', { '--redocly-config': 'broken.yaml' }, /broken\.yaml is not a redocly configuration/],
  ['--redocly-config is a folder', { '--redocly-config': '.' }, /^syncline: \S+ is a folder$/],
  ['--overlay is missing', { '--overlay': 'none.yaml' }, /none\.yaml cannot be read/],
  ['--overlay is below a file', { '--overlay': 'file/a' }, /file\/a cannot be read/],
  ['--document is below a file', { '--document': 'a=file/a' }, /file\/a cannot be read/],
  ['--document has an underscore in its name', { '--document': 'a_b=api.json' }, NAME],
  ['--document has a capital in its name', { '--document': 'petStore=api.json' }, NAME],
  ['--document has no path', { '--document': 'pets=' }, /^syncline: pets= is not a document: write name=path/],
])('%s: a message and exit status 2', async (_what, given, says) => {
  const options = { '--document': 'a=api.json', '--out': 'sync', ...given };
  const inFolder = ([name, value]: readonly [string, string]) => {
    const [, prefix = '', file = ''] = /^(\w+=)?(.*)$/.exec(value) ?? [];
    return [name, file === '' ? value : prefix + join(folder, file)];
  };
  const { status, err } = await runCommand('generate', ...Object.entries(options).flatMap(inFolder));
  expect(err).toMatch(says);
  expect(err).not.toMatch(/\n\s+at /);
  expect(status).toBe(2);
});

const pets = (ref: string, more = '') => `{
  "openapi": "3.1.0",
  "info": { "title": "A", "version": "1" },
  "paths": { "/pets": { "get": { "operationId": "getPet", "responses": {
    "200": { "description": "Ok", "content": { "application/json": { "schema": { "$ref": "${ref}" } } } }
  } } } },${more}
  "components": { "schemas": { "Pet": { "type": "object", "properties": { "big": { "type": "integer", "format": "int64" } } } } }
}`;

test('a document says the same however its JSON is written, and whether it names its own file', async () => {
  const own = pets('#/components/schemas/Pet');
  const texts = {
    written: own,
    compact: JSON.stringify(JSON.parse(own)),
    spaced: JSON.stringify(JSON.parse(own), null, 2),
  };
  const outputs: string[] = [];
  for (const [name, text] of Object.entries({ ...texts, named: pets('api.json#/components/schemas/Pet') })) {
    await writeFile(join(folder, 'api.json'), text);
    const out = join(folder, name);
    expect((await runCommand('generate', '--document', `a=${join(folder, 'api.json')}`, '--out', out)).status).toBe(0);
    outputs.push(
      (
        await Promise.all(['a.gen.ts', 'tables.gen.ts', 'documents/a.json'].map((file) => readFile(join(out, file))))
      ).join(),
    );
  }
  expect(new Set(outputs).size).toBe(1);
});

test('a key that JSON has twice is an error with its line', async () => {
  await writeFile(join(folder, 'api.json'), pets('#/components/schemas/Pet', '\n  "paths": {},'));
  const { err, status } = await runCommand(
    'generate',
    '--document',
    `a=${join(folder, 'api.json')}`,
    '--out',
    join(folder, 'o'),
  );
  expect(err).toMatch(/api\.json:7 .*duplicate/i);
  expect(status).toBe(2);
});
