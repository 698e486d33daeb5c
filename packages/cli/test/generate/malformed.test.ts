import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Description, GenerateError, generateFiles, loadConsumer } from '../../src/index.ts';
import { get, load, record, ref, type Parts } from '../support/any-document.ts';
import { temporaryFolder } from '../support/description-copy.ts';

const failureOf = (loading: Promise<unknown>): Promise<unknown> => loading.catch((error: unknown) => error);

/** The message for a document with a problem in its text. Files beside it may have one too. */
async function messageFor(text: string, others: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await temporaryFolder();
  const file = join(folder, 'api.yaml');
  await writeFile(file, text);
  for (const [name, other] of Object.entries(others)) await writeFile(join(folder, name), other);
  const failure = await failureOf(loadConsumer({ documents: [`api=${file}`], overlays: [] }));
  expect(failure).toBeInstanceOf(GenerateError);
  return (failure as GenerateError).message;
}

const HEAD = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';

test.each([
  ['5', '5'],
  ['null', 'null'],
  ['[a]', '["a"]'],
  ["''", '""'],
  ["'#'", '"#"'],
  ["'#/'", '"#/"'],
])('a reference that is %s is named with its line, also in a referenced file', async (value, shown) => {
  const reason = `$ref has ${shown}: name a part, such as '#/components/schemas/Job'`;
  const schemas = `components:\n  schemas:\n    A: { type: object }\n    B:\n      $ref: ${value}\n`;
  expect(await messageFor(HEAD + schemas)).toMatch(/^\S*api\.yaml:8 /);
  expect(await messageFor(HEAD + schemas)).toContain(reason);
  const other = await messageFor(`${HEAD}components:\n  schemas:\n    A: { $ref: other.yaml }\n`, {
    'other.yaml': `type: object\nproperties:\n  b: { $ref: ${value} }\n`,
  });
  expect(other).toMatch(/^\S*api\.yaml:6 Can't resolve \$ref: \S*other\.yaml:3 /);
  expect(other).toContain(reason);
});

test.each([
  ['{ $ref: other.yaml#/x/y }', 'other.yaml#/x/y'],
  ["{ description: A., $ref: '#/components/schemas/B C' }", '#/components/schemas/B C'],
  ['\n      type: object\n      $ref: "#/components/schemas/B"', '#/components/schemas/B'],
])('the reference without a target in %j is named', async (schema, ref) => {
  const message = await messageFor(`${HEAD}components:\n  schemas:\n    A: ${schema}\n`, { 'other.yaml': 'x: {}\n' });
  expect(message).toContain(
    ` Can't resolve $ref ${ref}: it leads to nothing. Fix the reference, or describe its target `,
  );
});

test('a field named $ref, and references in examples and extensions, are not references', async () => {
  const schema = record(
    { $ref: { type: 'string' }, default: { type: 'string' } },
    { example: { $ref: 5 }, default: { $ref: '' }, 'x-note': { $ref: null } },
  );
  await expect(load({ paths: { '/a': get(ref('A')) }, schemas: { A: schema } })).resolves.toHaveLength(1);
});

test('a reference in the default response is a reference', async () => {
  const paths = { '/a': { get: { responses: { default: { $ref: 5 } } } } };
  expect(await failureOf(load({ paths }))).toMatchObject({ message: expect.stringContaining('$ref has 5') as string });
});

test('a YAML alias inside its own anchor is named with its line', async () => {
  const reason = 'A YAML alias is inside its own anchor, so it has no end. Use a $ref instead';
  const own = '    A: &a\n      type: object\n      properties:\n        next: *a\n';
  expect(await messageFor(`${HEAD}components:\n  schemas:\n${own}`)).toMatch(/api\.yaml:9 /);
  expect(await messageFor(`${HEAD}components:\n  schemas:\n${own}`)).toContain(reason);
  expect(await messageFor(`${HEAD}x-note: &note\n  - *note\n`)).toContain(reason);
});

test('an alias of an anchor that has ended is no problem', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'api.yaml');
  await writeFile(file, `${HEAD}components:\n  schemas:\n    A: &a { type: object }\n    B: *a\n`);
  await expect(loadConsumer({ documents: [`api=${file}`], overlays: [] })).resolves.toHaveLength(1);
});

test.each([
  ['3.1', 'the number 3.1'],
  ['"3.1"', '"3.1"'],
])('the version %s is named with its line and the form to write', async (version, shown) => {
  expect(await messageFor(`info: { title: A, version: "1" }\nopenapi: ${version}\npaths: {}\n`)).toMatch(
    new RegExp(`^\\S*api\\.yaml:2 openapi has ${shown}: write the three parts of the version in quotes, such as .*$`),
  );
});

test.each<[string, Parts, string]>([
  ['a path without a slash', { paths: { pets: get({}) } }, 'Property `pets` is not expected here. Begin a path with /'],
  [
    'a response that is not a status',
    { paths: { '/a': { get: { responses: { ok: { description: 'Ok.' } } } } } },
    'Property `ok` is not expected here. Name a response by its status, such as 200, 2XX or default',
  ],
  [
    'allOf that is no list',
    { schemas: { A: { allOf: {} } } },
    'Expected type `AllOf` (array) but got `object`. `allOf` must be a list',
  ],
])('%s is refused with its line', async (_title, parts, reason) => {
  const failure = await failureOf(load(parts));
  expect(failure).toBeInstanceOf(GenerateError);
  expect((failure as GenerateError).problems.map((problem) => problem.reason)).toContain(`${reason} (struct)`);
  expect((failure as GenerateError).problems.every(({ line }) => line > 0)).toBe(true);
});

test('values that no check has found are an error with the file, not a stack trace', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: { responses: { ok: 5 } } } },
  };
  const generate = () => generateFiles([{ name: 'a', file: 'a.yaml', document } as unknown as Description]);
  expect(generate).toThrow(GenerateError);
  expect(generate).toThrow(/^a\.yaml cannot be generated from: .*`npx @redocly\/cli lint` shows what is wrong in it$/);
});
