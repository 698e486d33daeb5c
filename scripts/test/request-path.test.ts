import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

describe('the path of one request', () => {
  const script = resolve(root, 'scripts/request-path.ts');
  const found = JSON.parse(
    execFileSync(process.execPath, ['--conditions=@syncline/source', '--no-warnings', script], { encoding: 'utf8' }),
  ) as string[];

  it('goes through at most 16 files of client and core', () => {
    expect(found.length).toBeLessThanOrEqual(16);
  });

  it('is in CONTRIBUTING of the client, file by file and in its order', () => {
    const text = readFileSync(resolve(root, 'packages/client/CONTRIBUTING.md'), 'utf8');
    const section = text.split('## The path of one request')[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file);
    expect(named).toEqual(found);
    expect(section).toContain(`${found.length} files`);
  });
});
