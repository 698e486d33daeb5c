import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPortableSandbox } from '../../src/portable/create-portable-sandbox.ts';
import type { PortableSandboxOptions } from '../../src/portable/options.ts';
import { createSandbox, type Sandbox } from '../../src/index.ts';
import type { SqlDatabase } from '../../src/store/database.ts';
import { openNodeSqlite } from '../../src/store/node-sqlite.ts';
import { get, headersFor } from '../support/sandbox.ts';

const start = '2026-03-01T10:07:30Z';
const openGenerated = (): Sandbox => {
  const sandbox = createSandbox({ clock: { start } });
  onTestFinished(() => sandbox.close());
  return sandbox;
};
/** What a client can see of everything that the life of a sandbox changes. */
async function everything(sandbox: Sandbox): Promise<string[]> {
  const { id, taskKey } = sandbox.examples;
  const [transformation, task] = taskKey.split('/');
  return [
    (await get(sandbox, 'odata', '/history')).text,
    (await get(sandbox, 'v2', `/v2/jobs/${id}/status`)).text,
    (await get(sandbox, 'v2', `/v2/transformations/${transformation}/tasks/${task}/history`)).text,
  ];
}

/** A core over a database that notes which tables were written to. */
function watched(options: PortableSandboxOptions = {}): {
  core: ReturnType<typeof createPortableSandbox>;
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
  const core = createPortableSandbox(spy, { clock: { start }, ...options });
  onTestFinished(() => core.close());
  return { core, written };
}

describe('a world that is generated', () => {
  it('has made its jobs, and nothing else, when the first of them is answered', async () => {
    const { core, written } = watched();
    const { name } = core.examples;
    const answer = await core.fetch(`${core.urls.odata}/jobs('${encodeURIComponent(name)}')`, {
      headers: headersFor(core, 'odata'),
    });
    expect([answer.status, ...written]).toEqual([200, 'job']);
    expect((await core.fetch(`${core.urls.odata}/connectors`, { headers: headersFor(core, 'odata') })).status).toBe(
      200,
    );
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
  ])('is made at once where %s was asked for', (_, options) => {
    expect(watched(options).written).toContain('history');
  });

  it('is the same whenever somebody first looks', async () => {
    const [early, late] = [openGenerated(), openGenerated()];
    const before = await everything(early);
    for (const sandbox of [early, late]) sandbox.clock.advance('9h');
    const after = await everything(early);
    expect(after).not.toEqual(before);
    expect(await everything(late)).toEqual(after);
  });

  it('is the same after a reset, whether somebody had looked or not', async () => {
    const [looked, fresh] = [openGenerated(), openGenerated()];
    await everything(looked);
    for (const sandbox of [looked, fresh]) {
      sandbox.clock.advance('3h');
      sandbox.reset();
      sandbox.clock.advance('1h');
    }
    expect(await everything(fresh)).toEqual(await everything(looked));
  });

  it('names an example of a task before its history is made, and the same one after', () => {
    const sandbox = openGenerated();
    const before = sandbox.examples;
    expect(before.taskKey).toMatch(/^trf_\w+\/task_\d_\w+$/);
    sandbox.life?.settle();
    expect(sandbox.examples).toEqual(before);
  });

  it('is in its file when the file is closed, although nobody looked; one that failed leaves an empty file', async () => {
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
    expect(again.examples.name).not.toBe('kept?');
    await again.close();
  });

  it('closes before anybody looked', async () => {
    await expect(createSandbox().close()).resolves.toBeUndefined();
  });
});
