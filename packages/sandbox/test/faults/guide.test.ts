import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingNames, settings } from '../../src/faults/rule.ts';

const file = '../../../docs/src/content/docs/guides/sandbox.md';
const guide = readFileSync(new URL(file, import.meta.url), 'utf8');

/** The table of fault settings, generated from their definitions. */
function faultTable(): string {
  const rows = settingNames.map((name) => {
    const { summary, examples } = settings[name];
    const [first, ...others] = examples.map((example, index) => `\`${index === 0 ? `${name}: ` : ''}${example}\``);
    return `| ${summary} | ${[first, ...others].join(', ')} |`;
  });
  return ['| Effect | Setting |', '|---|---|', ...rows].join('\n');
}

it('the table of faults in the guide contains every setting, as it is defined', async () => {
  const table = /(<!-- settings: start [^\n]*-->\n\n)[^]*?(\n?<!-- settings: end -->)/;
  expect(guide).toMatch(table);
  const generated = guide.replace(table, (_, start: string) => `${start}${faultTable()}\n\n<!-- settings: end -->`);
  await expect(generated).toMatchFileSnapshot(file);
});
