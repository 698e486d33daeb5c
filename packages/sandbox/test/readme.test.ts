import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingNames, settings } from '../src/faults/rule.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The table of fault settings, generated from their definitions. */
function faultTable(): string {
  const rows = settingNames.map((name) => {
    const { summary, examples } = settings[name];
    const [first, ...others] = examples.map((example, index) => `\`${index === 0 ? `${name}: ` : ''}${example}\``);
    return `| ${summary} | ${[first, ...others].join(', ')} |`;
  });
  return ['| effect | setting |', '|---|---|', ...rows].join('\n');
}

it('the table of faults contains every setting, as it is defined', async () => {
  const table = /(<!-- The table of settings is generated [^\n]*-->\n\n)[^]*?(\n?<!-- End of the table. -->)/;
  expect(readme).toMatch(table);
  const generated = readme.replace(
    table,
    (_, start: string) => `${start}${faultTable()}\n\n<!-- End of the table. -->`,
  );
  await expect(generated).toMatchFileSnapshot('../README.md');
});
