import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadLintConfig } from '../../src/generate/lint.ts';
import { findCauseIn, isFor, type Overlay, readOverlay, refuseUnmatchedTargets } from '../../src/generate/overlays.ts';
import { temporaryFolder } from '../support/description-copy.ts';

async function overlayOf(text: string): Promise<Overlay> {
  const file = join(await temporaryFolder(), 'ours.yaml');
  await writeFile(file, text);
  const { config } = await loadLintConfig({ preset: 'minimal' });
  return readOverlay(file, config);
}

const before = {
  info: { title: 'A' },
  paths: { '/a/b~c': { get: { summary: 'Old.', tags: ['x', 'y'], parameters: [{ name: 'a' }, { name: 'b' }] } } },
};

/** The actions begin on line 2. */
const ACTIONS = `overlay: 1.0.0
actions:
  - target: $.info
    update:
      title: B
      contact:
        name: Ada
  - target: $.info.contact
    update: { name: Bob }
  - target: $.paths['/a/b~c'].get
    update:
      summary: New.
      tags: [z]
  - target: $.paths['/a/b~c'].get.parameters[1]
    remove: true
  - target: $.info.title
    update: C
  - target: $.paths[*].get.summary
    update: Last.
  - target: $.nothing[
    update: {}
`;

test.each<[pointer: string, line: number | undefined, isExact?: boolean]>([
  ['#/info/title', 17, true],
  ['#/info/contact', 9, true],
  ['#/info/contact/name', 9, true],
  ['#/info/contact/email', 6, false],
  ['#/info/version', undefined],
  ['#/info', 4, true],
  ['#/paths/~1a~1b~0c/get/summary', 19, true],
  ['#/paths/~1a~1b~0c/get/tags/0', 13, true],
  ['#/paths/~1a~1b~0c/get/tags/5', 13, false],
  ['#/paths/~1a~1b~0c/get/parameters', 14, true],
  ['#/paths/~1a~1b~0c/get/parameters/1', 14, true],
  ['#/paths/~1a~1b~0c/get/parameters/1/name', 14, false],
  ['#/paths/~1a~1b~0c/get/parameters/0', undefined],
  ['#/paths/~1a~1b~0c/put', undefined],
  ['#/tags', undefined],
])('the cause of %s is on line %s', async (pointer, line, isExact) => {
  const overlay = await overlayOf(ACTIONS);
  const after = { ...before, info: { title: 'C', contact: { name: 'Bob' } } };
  const cause = findCauseIn([overlay], before, after)(pointer);
  expect(cause && [cause.line, cause.isExact]).toEqual(line === undefined ? undefined : [line, isExact]);
  if (cause !== undefined) expect(cause.file).toMatch(/ours\.yaml$/);
});

test('without overlays nothing has a cause', () => {
  expect(findCauseIn([], before, before)('#/info/title')).toBeUndefined();
});

test.each([
  ['null', /is not an Overlay 1\.0 document/],
  ['overlay: 1.0', /is not an Overlay 1\.0 document/],
  ['overlay: 10.0.0', /is not an Overlay 1\.0 document/],
  ['overlay: v1.0.0', /is not an Overlay 1\.0 document/],
  ['overlay: 1.0.0', /has no actions/],
  ['overlay: 1.0.0\nactions: {}', /has no actions/],
  ['overlay: 1.0.0\nactions: []', /has no actions/],
  ['overlay: 1.0.0\nactions: [{ target: $.a }, {}]', /has an action without a target/],
  ['overlay: 1.0.0\nactions: [null]', /has an action without a target/],
  ['overlay: 1.0.0\nactions: [{ target: 5 }]', /has an action without a target/],
  ['overlay: [', /ours\.yaml:\d+ unexpected end of the stream/],
])('the overlay %j is refused', async (text, says) => {
  await expect(overlayOf(text)).rejects.toThrow(says);
});

test('an overlay that is not there is refused', async () => {
  const { config } = await loadLintConfig({ preset: 'minimal' });
  await expect(readOverlay('absent.yaml', config)).rejects.toThrow(/^absent\.yaml cannot be read: .+/);
});

test.each([
  [undefined, '/folder/pets.yaml', true],
  ['pets.yaml', '/folder/pets.yaml', true],
  ['../other/pets.yaml', '/folder/pets.yaml', true],
  ['https://a.test/pets.yaml?v=1#x', '/folder/pets.yaml', true],
  ['pets.yaml', 'https://a.test/pets.yaml?token=secret', true],
  ['cats.yaml', '/folder/pets.yaml', false],
  ['pets.yml', '/folder/pets.yaml', false],
])('an overlay that extends %s is for %s: %s', (base, file, isOne) => {
  expect(isFor({ extends: base } as Overlay, file)).toBe(isOne);
});

test('each target has to match in a document that the overlay is for, before or after', async () => {
  const overlay = await overlayOf(
    'overlay: 1.0.0\nactions:\n  - target: $.a\n    remove: true\n  - target: $.b\n    update: 1\n',
  );
  const refuse = (...states: readonly [object, object][]) => {
    refuseUnmatchedTargets(
      [overlay],
      states.map(([old, now]) => ({ file: 'pets.yaml', before: old, after: now })),
    );
  };
  expect(() => refuse([{ a: 1 }, { b: 1 }])).not.toThrow();
  expect(() => refuse([{ a: 1 }, {}], [{}, { b: 1 }])).not.toThrow();
  expect(() => refuse([{}, {}])).toThrow(
    /^\S*ours\.yaml:3 target \$\.a matches nothing\n\S*ours\.yaml:5 target \$\.b matches nothing$/,
  );
});
