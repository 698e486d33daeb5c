import { createFile } from '@syncline/core/files';
import { ConfigError } from '@syncline/core/internal';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Document } from '../generate/model.ts';

/** A change as `redocly diff --format json` rates it, for HTTP clients in general. */
export interface RedoclyChange {
  readonly path: string;
  readonly typeName: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly impact: 'patch' | 'minor' | 'major';
  readonly property?: string;
  readonly verdicts: readonly { readonly ruleId?: string; readonly message: string }[];
  readonly base?: { readonly pointer: string; readonly value?: unknown };
  readonly revision?: { readonly pointer: string; readonly value?: unknown };
}

const run = promisify(execFile);

/** Compares two bundled documents with the `redocly diff` command. The files are in a temporary folder. */
export async function redoclyDiff(before: Document, after: Document): Promise<readonly RedoclyChange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'syncline-diff-'));
  try {
    createFile(join(folder, 'before.json'), JSON.stringify(before));
    createFile(join(folder, 'after.json'), JSON.stringify(after));
    const args = [
      redoclyBin(),
      'diff',
      'before.json',
      'after.json',
      '--format',
      'json',
      '--output',
      'report.json',
      '--fail-on',
      'none',
    ];
    await run(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as {
      readonly changes: readonly RedoclyChange[];
    };
    return report.changes;
  } catch (error) {
    throw new ConfigError('redocly diff', `failed: ${(error as { stderr?: string }).stderr?.trim() || String(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function redoclyBin(): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@redocly/cli/package.json');
  const { bin } = require(manifest) as { bin: Record<string, string> };
  return join(manifest, '..', bin['redocly'] ?? 'bin/cli.js');
}
