import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('node'),
);

/** The `ts` code blocks of a text. In docstrings, the leading asterisks are removed. */
const examplesIn = (text: string): string[] =>
  [...text.matchAll(/^( \* |\s+\* )?```ts\n([\s\S]*?)```/gm)].map(([, , block = '']) =>
    block.replace(/^\s+\* ?/gm, ''),
  );

it('every example of the README and the docstrings compiles', () => {
  const folder = mkdtempSync(join(root, 'test/slow/.examples-'));
  try {
    const examples = [
      ['README.md', readFileSync(join(root, 'README.md'), 'utf8')],
      ...sources.map((name) => [name, readFileSync(join(root, 'src', name), 'utf8')]),
    ].flatMap(([name = '', text = '']) =>
      examplesIn(text).map((example, index) => [`${name.replace(/\W/g, '-')}-${index}.ts`, example] as const),
    );
    expect(examples.length).toBeGreaterThan(15);
    for (const [name, example] of examples) writeFileSync(join(folder, name), `${example}\nexport {};\n`);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../tsconfig.json',
        compilerOptions: { noUnusedLocals: false },
        include: ['*.ts'],
      }),
    );
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
