import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { descriptionCopy, repository, temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const current = join(repository, 'openapi');

test('two equal descriptions have no changes', async () => {
  expect(await runCommand('diff', current, await descriptionCopy())).toEqual({ status: 0, out: 'No change.', err: '' });
});

test('the output names bump, field, operation, call and packages, and --fail-on sets the exit status', async () => {
  const folder = await descriptionCopy('schemas/Job.yaml', /  PreJob: .*\n.*\n/, '');
  const { status, out } = await runCommand('diff', current, folder, '--fail-on', 'major');
  expect(status).toBe(1);
  expect(out).toBe(`major odata: \`Job.PreJob\` was removed. (its generated type loses the field)
      fields Job.PreJob
      operations getJob
      calls odata.jobs.get
major: @syncline/openapi minor, @syncline/client minor, @syncline/sandbox minor (before 1.0, a breaking change is a minor bump)`);
  expect((await runCommand('diff', folder, current, '--fail-on', 'major')).status).toBe(0);
});

test('a change of the token endpoint bumps auth and not the client', async () => {
  const folder = await descriptionCopy(
    'schemas/TokenResponse.yaml',
    'properties:\n',
    "properties:\n  expires_in: { type: integer, x-source: '5.3', description: Lifetime in seconds. }\n",
  );
  const { packages } = JSON.parse((await runCommand('diff', current, folder, '--json')).out) as { packages: unknown };
  expect(packages).toEqual({ '@syncline/openapi': 'minor', '@syncline/auth': 'minor', '@syncline/sandbox': 'minor' });
});

test('an added document is minor, a removed one is major', async () => {
  const folder = await descriptionCopy('redocly.yaml', /  cloud: .*\n/, '');
  const bump = async (before: string, after: string): Promise<unknown> =>
    (JSON.parse((await runCommand('diff', before, after, '--json')).out) as { bump: unknown }).bump;
  expect([await bump(current, folder), await bump(folder, current)]).toEqual(['major', 'minor']);
});

test('two single documents can be compared', async () => {
  const folder = await descriptionCopy('v2.yaml', '/v2/workspaces:', '/v2/spaces:');
  expect((await runCommand('diff', join(current, 'v2.yaml'), join(folder, 'v2.yaml'))).out).toContain(
    'v2.workspaces.list',
  );
});

test('--changeset writes a changeset for the changes', async () => {
  const changesets = await temporaryFolder();
  const folder = await descriptionCopy(
    'schemas/Job.yaml',
    'properties:\n',
    "properties:\n  Priority: { type: string, x-source: '2.1', description: Priority. }\n",
  );
  await runCommand('diff', current, folder, '--changeset', changesets);
  const [file = ''] = readdirSync(changesets);
  expect(readFileSync(join(changesets, file), 'utf8')).toBe(
    "---\n'@syncline/openapi': minor\n'@syncline/client': minor\n'@syncline/sandbox': minor\n---\n\n- `Job.Priority` was added. (Job.Priority, odata.jobs.get)\n",
  );
});

test.each([
  ['a side that does not exist', ['absent', current], /absent does not exist/],
  ['a folder without redocly.yaml', [join(repository, 'packages'), current], /has no redocly\.yaml/],
  ['a folder for changesets that does not exist', [current, current, '--changeset', 'absent'], /absent does not exist/],
])('%s: exit 2', async (_title, args, says) => {
  const { status, err } = await runCommand('diff', ...args);
  expect(err).toMatch(says);
  expect(status).toBe(2);
});

test('a side that breaks a lint rule: exit 2, with the line', async () => {
  const { status, err } = await runCommand(
    'diff',
    current,
    await descriptionCopy('odata.yaml', 'operationId: getJob', 'operationID: getJob'),
  );
  expect(err).toMatch(/odata\.yaml:\d+ /);
  expect(status).toBe(2);
});

test('two files are two versions of one document, whatever their names are', async () => {
  const folder = await temporaryFolder();
  const pets = (field: string): string =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
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
      components: { schemas: { Pet: { type: 'object', properties: { [field]: { type: 'string' } } } } },
    });
  const [before, after] = [join(folder, 'old.json'), join(folder, 'new.json')];
  writeFileSync(before, pets('tag'));
  writeFileSync(after, pets('label'));
  const { out } = await runCommand('diff', before, after, '--json');
  const { changes } = JSON.parse(out) as { changes: { operations: string[]; fields: string[]; message: string }[] };
  expect(changes.flatMap(({ fields }) => fields).sort()).toEqual(['Pet.label', 'Pet.tag']);
  expect(out).not.toContain('The document');
});

test('a file is compared with the document of the same name in a folder, and the others do not count as removed', async () => {
  const folder = `${repository}packages/openapi/documents`;
  const { status, out } = await runCommand('diff', folder, `${folder}/odata.json`, '--fail-on', 'patch');
  expect(out).not.toContain('removed');
  expect(status).toBe(0);
  const other = await runCommand('diff', folder, `${repository}packages/ops/syncline.schema.json`);
  expect(other.status).toBe(2);
  expect((await runCommand('diff', `${repository}openapi/odata.yaml`, folder)).status).toBe(0);
});
