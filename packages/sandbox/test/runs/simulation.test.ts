import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPortableSandbox } from '../../src/portable/create-portable-sandbox.ts';
import type { PortableSandboxOptions } from '../../src/portable/options.ts';
import { type Sandbox, createSandbox } from '../../src/index.ts';
import type { SqlDatabase } from '../../src/store/database.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { get, headersFor } from '../support/sandbox.ts';

const start = '2026-03-01T10:07:30Z';
const openGenerated = (): Sandbox => {
  const sandbox = createSandbox({ clock: { start } });
  onTestFinished(() => sandbox.close());
  return sandbox;
};

/** A sandbox with a database that records which tables are written. */
function watched(options: PortableSandboxOptions = {}): {
  sandbox: ReturnType<typeof createPortableSandbox>;
  written: Set<string>;
} {
  const database = openNodeSqlite();
  const written = new Set<string>();
  const spy: SqlDatabase = {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const table = /^INSERT (?:OR REPLACE )?INTO (\w+)/.exec(sql)?.[1];
      if (table !== undefined) written.add(table);
      return database.prepare(sql);
    },
    close: () => database.close(),
  };
  const sandbox = createPortableSandbox(spy, { clock: { start }, ...options });
  onTestFinished(() => sandbox.close());
  return { sandbox, written };
}

describe('generated data', () => {
  it('contains the jobs, and nothing else, when the first job is requested', async () => {
    const { sandbox, written } = watched();
    const { JobName: name } = sandbox.examples;
    const response = await sandbox.fetch(`${sandbox.urls.odata}/jobs('${encodeURIComponent(name)}')`, {
      headers: headersFor(sandbox, 'odata'),
    });
    expect([response.status, ...written]).toEqual([200, 'job']);
    expect(
      (await sandbox.fetch(`${sandbox.urls.odata}/connectors`, { headers: headersFor(sandbox, 'odata') })).status,
    ).toBe(200);
    expect([...written].toSorted()).toEqual([
      'connector',
      'history',
      'job',
      'job_status',
      'property',
      'task_history',
      'workspace',
    ]);
  });

  it.each<[string, PortableSandboxOptions]>([
    ['data', { data: { history: [{ n: 1 }] } }],
    ['a scale', { scale: { history: 10 } }],
  ])('is loaded immediately if %s is given', (_, options) => {
    expect(watched(options).written).toContain('history');
  });

  it('has the same example of a task before and after its history is loaded', () => {
    const sandbox = openGenerated();
    const before = sandbox.examples;
    expect(before.transformation_id).toMatch(/^trf_\w+$/);
    expect(before.task_id).toMatch(/^task_\d_\w+$/);
    sandbox.life?.settle();
    expect(sandbox.examples).toEqual(before);
  });

  it('is in the file when it is closed, even if nothing was requested; a failed load leaves an empty file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'data.sqlite');
    expect(() =>
      createSandbox({ file, data: { jobs: [{ JobName: 'kept?' }], history: [{ n: {} as never }] } }),
    ).toThrow('history[0].n');
    await createSandbox({ file, scale: { history: 50 }, clock: { start } }).close();
    const again = createSandbox({ file, life: false });
    const { body } = await get(again, 'odata', '/history');
    expect(body.value.length).toBeGreaterThanOrEqual(50);
    expect(again.examples.JobName).not.toBe('kept?');
    await again.close();
  });

  it('closes before anything was requested', async () => {
    await expect(createSandbox().close()).resolves.toBeUndefined();
  });
});
