import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
/** Prints the name of the library to which each loaded module belongs. */
const hooks = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url) ?? [];
    if (name) process.stderr.write(name + '\\n');
    return next(url, context);
  },
});
`)}`;

// A shell runs the first two while a person types.
test.each<[string, readonly string[], readonly string[]]>([
  ['completion bash', ['completion', 'bash'], ['commander']],
  ['environment-names', ['environment-names'], ['commander', 'yaml']],
  ['--help', ['--help'], ['commander']],
])('syncline %s loads no library that it does not need', (_title, args, expected) => {
  const options = ['--conditions=@syncline/source', '--import', hooks];
  const { status, stderr } = spawnSync(process.execPath, [...options, bin, ...args], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect([...new Set(stderr.split('\n').filter((line) => line !== ''))]).toEqual(expected);
});
