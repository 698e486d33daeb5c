import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateFiles, loadConsumer } from '../../src/index.ts';
import { descriptionCopy } from '../support/description-copy.ts';

/** Loads the OData description with an overlay that has these actions, as YAML. The first action is on line 4. */
async function load(actions: string) {
  const folder = await descriptionCopy();
  const overlay = join(folder, 'ours.yaml');
  await writeFile(overlay, `overlay: 1.0.0\ninfo: { title: Ours, version: '1' }\nactions:\n${actions}`);
  return loadConsumer({ documents: [`odata=${join(folder, 'odata.yaml')}`], overlays: [overlay] });
}

const OPERATION = `  - target: $.paths
    update:
      /jobs:
        get:
          operationId: listJobs
          responses:
            '200':
              description: The jobs.
              content: { application/json: { schema: { $ref: '#/components/schemas/Jobs' } } }
`;

test.each<[string, string, RegExp]>([
  [
    'a misspelt keyword of an action',
    '  - target: $.info\n    updat: { title: Ours }\n',
    /^\S*ours\.yaml:5 `updat` is not a keyword of an overlay\. Here can be: target, description, update, remove, copy$/,
  ],
  [
    'a misspelt keyword of the overlay',
    '  - target: $.info\n    x-note: 1\n    update: { title: Ours }\nextend: odata.yaml\n',
    /^\S*ours\.yaml:7 `extend` is not a keyword of an overlay/,
  ],
  ['YAML that does not parse', '  - target: [', /ours\.yaml:\d+ unexpected/],
  ['a reference to nothing', OPERATION, /ours\.yaml:12 Can't resolve \$ref/],
  [
    'a misspelt keyword, in the last action that wrote it',
    `${OPERATION.replace('schemas/Jobs', 'schemas/Job')}  - target: $.paths['/jobs'].get\n    update:\n      sumary: All jobs\n`,
    /ours\.yaml:15 Property `sumary`/,
  ],
  [
    'what it removed and is still needed',
    '  - target: $.components.schemas.HistoryRecord\n    remove: true\n',
    /ours\.yaml:4 Can't resolve \$ref/,
  ],
  [
    'what it removed from the place of the problem',
    '  - target: $.components.parameters.filterHistory.in\n    remove: true\n',
    /ours\.yaml:4 The field `in` must be present/,
  ],
  [
    'a removal that a later action repeats, in the later one',
    '  - target: $.components.parameters.filterHistory.in\n    remove: true\n  - target: $.components.parameters.filterHistory.in\n    remove: true\n',
    /ours\.yaml:6 The field `in` must be present/,
  ],
  [
    'a place with a slash and a tilde in its name',
    "  - target: $.paths\n    update:\n      /a~b:\n        get: { responses: { '200': { description: 5 } } }\n",
    /ours\.yaml:7 Expected type `string` but got `integer`/,
  ],
  [
    'a value of the wrong kind',
    "  - target: $.paths['/history'].get.summary\n    update: 5\n",
    /ours\.yaml:5 Expected type `string` but got `integer`/,
  ],
  [
    'an x-decode that the clients do not know',
    '  - target: $.components.schemas.HistoryRecord.properties\n    update:\n      rows: { type: string, x-decode: int64 }\n',
    /ours\.yaml:6 has x-decode "int64" at .* must be boolean or integer/,
  ],
  ['a target that matches nothing', '  - target: $.nothing\n    remove: true\n', /ours\.yaml:4 target \$\.nothing/],
])('an overlay that causes a problem is named, with the line: %s', async (_title, actions, says) => {
  const failure = await load(actions).catch((error: Error) => error);
  expect((failure as Error).message).toMatch(says);
  expect((failure as Error).message).not.toContain('odata.yaml');
});

test('the header name that an overlay sets takes effect, even if the document marks it as not shown', async () => {
  const files = generateFiles(
    await load('  - target: $.components.securitySchemes.apiKeyHeader\n    update: { name: x-acme-authtoken }\n'),
  );
  expect(files.get('src/security-schemes.gen.ts')).toContain(
    "apiKeyHeaderScheme = { scheme: 'apiKey', in: 'header', name: 'x-acme-authtoken', nameTemplate: null",
  );
});

test('without an overlay for it, the name stays not shown', async () => {
  const files = generateFiles(await load('  - target: $.info\n    update: { title: Ours }\n'));
  expect(files.get('src/security-schemes.gen.ts')).toMatch(/apiKeyHeaderScheme = .* name: null, nameTemplate: 'x-/);
});

test('a security scheme that an overlay renames has its new name everywhere', async () => {
  const files = generateFiles(
    await load(`  - target: $.components.securitySchemes
    update: { acmeKey: { type: apiKey, in: header, name: x-acme, description: Ours. } }
  - target: $.security
    remove: true
  - target: $.components.securitySchemes['apiKeyHeader', 'apiKeyQuery', 'basic']
    remove: true
  - target: $
    update: { security: [{ acmeKey: [] }] }
`),
  );
  expect(files.get('src/security-schemes.gen.ts')).toContain(
    "acmeKeyScheme = { scheme: 'apiKey', in: 'header', name: 'x-acme'",
  );
  expect(files.get('src/operations.gen.ts')).toContain("security: ['acmeKey']");
  expect(files.get('src/operations.gen.ts')).not.toContain('apiKeyHeader');
});

test.each([
  ['a template', 'x-name-template: "x-{vendor}-key"', /name: null, nameTemplate: 'x-\{vendor\}-key'/],
  ['a template and a name', 'name: x-acme, x-name-template: "x-{vendor}-key"', /nameTemplate: 'x-\{vendor\}-key'/],
  ['a name', 'name: x-acme', /name: 'x-acme', nameTemplate: null/],
  ['a place', 'in: query', /in: 'query', name: null, nameTemplate: 'x-/],
])('%s of a security scheme that an overlay writes is what counts', async (_what, update, printed) => {
  const files = generateFiles(
    await load(`  - target: $.components.securitySchemes.apiKeyHeader\n    update: { ${update} }\n`),
  );
  const [line = ''] = /apiKeyHeaderScheme = .*/.exec(files.get('src/security-schemes.gen.ts') ?? '') ?? [];
  expect(line).toMatch(printed);
});
