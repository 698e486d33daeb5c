import { expect, it } from 'vitest';
import { mergeChangelogs } from '../changelog.ts';
import changelogLines from '../release/changelog-lines.ts';

const odata = `# @syncline/odata

## 0.10.0

### Minor Changes

- Add \`in\`.
- Print a list:

  1. first

### Patch Changes

- Fix both.

## 0.9.0

### Minor Changes

- Begin.
`;
const client = '# @syncline/client\n\n## 0.10.0\n\n### Patch Changes\n\n- Fix both.\n';

it('lists the newest version first, and a change of two packages once', () => {
  const merged = mergeChangelogs([
    { name: '@syncline/odata', text: odata },
    { name: '@syncline/client', text: client },
    { name: '@syncline/jobs', text: '' },
  ]);
  expect(merged.slice(merged.indexOf('## '))).toBe(`## 0.10.0

### @syncline/odata

- Add \`in\`.
- Print a list:

  1. first
- Fix both. (Also @syncline/client.)

## 0.9.0

### @syncline/odata

- Begin.
`);
});

it.each([
  ['Fix it.', '- Fix it.'],
  ['Fix it.\nAnd that.', '- Fix it.\n  And that.'],
  ['- One.\n- Two.', '- One.\n- Two.'],
])('writes the changeset %j as %j', (summary, line) => {
  expect(changelogLines.getReleaseLine({ summary })).toBe(line);
});
