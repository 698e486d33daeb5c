// The commands of the site and the READMEs, as a reader copies them: each one exists, with its options and their values.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allCommands, commandTree } from '../src/completion/command-tree.ts';
import { passesAll } from '../src/command/define-command.ts';
import { commands } from '../src/commands/index.gen.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = globSync(['*.md', 'packages/*/README.md', 'packages/docs/src/content/docs/**/*.{md,mdx}'], {
  cwd: root,
  // The build of the site writes them, so that they are not always there.
  exclude: ['packages/docs/src/content/docs/reference/**'],
});

/** Every command line in a block of code or in the text, up to a pipe, a redirection or a comment. */
const lines = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll('\\\n', ' ');
  return [...text.matchAll(/(?:^|[`$;&] ?|npx (?:--yes )?|-- )syncline ([a-z][^`|>#;&\n]*)/gm)].map(
    ([, line = '']) => ({
      page: relative('.', page),
      line: line.trim(),
    }),
  );
});

const known = allCommands(commandTree(commands));
const names = new Set(known.map(({ path }) => path[0]));

/** What a command line names that does not exist. */
function unknownIn(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const named = known.filter(({ path }) => path.length > 0 && path.every((word, at) => words[at] === word));
  const command = named.toSorted((left, right) => right.path.length - left.path.length)[0];
  if (command === undefined) return [words[0] ?? ''];
  // `sandbox` takes the options of another program, and `record` a command with options of its own.
  if (commands.some((each) => each.name === command.path.join(' ') && passesAll(each))) return [];
  const inner = words.findIndex((word, at) => at >= command.path.length && (word === '--' || names.has(word)));
  const own = command.path[0] === 'record' && inner !== -1 ? words.slice(0, inner) : words;
  return own.flatMap((word, at) => {
    if (!/^--?[a-z]/.test(word)) return [];
    const [flag = '', given] = word.split('=');
    const option = command.options.find(({ flags }) => flags.includes(flag));
    if (option === undefined) return [flag];
    const values = option.value?.values;
    const value = given ?? own[at + 1] ?? '';
    return values?.kind !== 'choices' || !/^\w+$/.test(value) || values.choices.includes(value)
      ? []
      : [`${flag} ${value}`];
  });
}

test('what does not exist is found', () => {
  expect(unknownIn('export --from store --format parquet --out history/')).toEqual(['--format']);
  expect(unknownIn('export --output parque --out history/')).toEqual(['--output parque']);
  expect(unknownIn('exprot --out history/')).toEqual(['exprot']);
});

test('the commands of the site and the READMEs exist, with their options', () => {
  expect(lines.length).toBeGreaterThan(60);
  expect(lines.flatMap(({ page, line }) => unknownIn(line).map((what) => `${page}: ${what} in ${line}`))).toEqual([]);
});
