import { expect, test } from 'vitest';
import { join } from 'node:path';
import { type ConfigFileError, loadConfig } from '../../src/environment/load-config.ts';
import { checkConfig } from '../../src/environment/check-config.ts';
import { folderWith } from '../support/folder.ts';
import { environments, repeated } from '../support/large-config.ts';
import { readConfig } from '../../src/config/read-config.ts';

test('a message lists the first 20 problems or names, and counts the others', async () => {
  const lines = (text: string) => text.split('\n');
  const broken = `${environments}\n${repeated(2_000, (index) => `k${index}: 1`)}`;
  const folder = folderWith({
    'broken.yaml': broken,
    'many.yaml': `environments:\n${repeated(100, (index) => `  e${index}: ${environments.slice(19, -2)}`)}`,
  });
  const [file, many] = [join(folder, 'broken.yaml'), join(folder, 'many.yaml')];
  const error = await loadConfig({ file, variables: {} }).catch((thrown: unknown) => thrown as ConfigFileError);
  expect(error).toHaveProperty('problems.length', 2_000);
  expect(lines((error as Error).message)).toHaveLength(22);
  expect(lines((error as Error).message).at(-1)).toBe('and 1,980 more problems');
  const { text, problems } = await checkConfig({ file, variables: {} });
  expect([lines(text).length, problems.length]).toEqual([22, 2_000]);
  await expect(loadConfig({ file: many, variables: {} })).rejects.toThrow(
    /must be one of e0, .*, e19 and 80 more\. For a default/,
  );
  await expect(loadConfig({ file: many, environment: 'x', variables: {} })).rejects.toThrow(/, e19 and 80 more$/);
});

test('a problem has its own line, also among many and in a list', () => {
  const { problems } = readConfig(
    `${environments}\nfreshness:\n${repeated(3_000, (index) => `  - { jobs: a${index}, warnAfter: ${index % 2 === 0 ? '2h' : '2'} }`)}`,
  );
  expect(problems).toHaveLength(1_500);
  expect(problems[1]).toMatchObject({ line: 6, column: 28, place: 'freshness[3].warnAfter' });
});
