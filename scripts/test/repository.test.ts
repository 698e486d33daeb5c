import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Rule {
  readonly groupName?: string;
  readonly matchPackageNames?: readonly string[];
}

describe('repository files agree', () => {
  it('.node-version with the Node that the scripts use', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([read('.node-version').trim()]));
    const rules = (JSON.parse(read('renovate.json')) as { packageRules: Rule[] }).packageRules;
    const { matchPackageNames = [] } = rules.find(({ groupName }) => groupName === 'Node') ?? {};
    const patterns = matchPackageNames.map((name) => new RegExp(/^\/(.*)\/$/.exec(name)?.[1] ?? `^${name}$`));
    // They change together, or Renovate proposes a half of each update.
    for (const name of ['node', ...Object.keys(optionalDependencies)])
      expect(
        patterns.some((pattern) => pattern.test(name)),
        name,
      ).toBe(true);
  });

  it('.editorconfig with the formatter', () => {
    const { formatter } = JSON.parse(read('biome.json')) as {
      formatter: { indentStyle: string; indentWidth: number; lineWidth: number; lineEnding: string };
    };
    const [, everyFile = ''] = read('.editorconfig').split(/^\[.*\]$/m);
    const settings = Object.fromEntries(
      [...everyFile.matchAll(/^(\w+) = (.*)$/gm)].map(([, key, value]) => [key, value]),
    );
    expect(settings).toMatchObject({
      indent_style: formatter.indentStyle,
      indent_size: `${formatter.indentWidth}`,
      max_line_length: `${formatter.lineWidth}`,
      end_of_line: formatter.lineEnding,
    });
  });
});
