import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { diagnose, exportRuns, history, report, status } from '../support/commands.ts';

/** A run whose end is an hour before its start, as two machines with different clocks write it. */
const run = {
  historyid: 'h1',
  jobname: 'Orders',
  status: 'SUCCESS',
  runstartdate: '2026-03-02T09:00:00Z',
  runenddate: '2026-03-02T08:00:00Z',
};
const sandbox = { data: { history: [run] } };

test.each([
  ['status', status],
  ['history', history],
] as const)('the duration of a run that ends before it starts is unknown in %s', async (_name, command) => {
  const json = await setUp({ sandbox, format: 'json' });
  await command({}, json.context);
  expect(json.json()).toMatchObject([{ job: 'Orders', duration_ms: null }]);
  const table = await setUp({ sandbox, width: 120 });
  await command({}, table.context);
  expect(table.text()).not.toMatch(/-1h/);
});

test('it is unknown in a diagnosis, a report and an export too', async () => {
  const { context, text } = await setUp({ sandbox });
  const folder = folderWith({});
  await diagnose({ run: 'h1' }, context);
  await report({ out: join(folder, 'report.html'), definitions: false }, context);
  await exportRuns({ out: join(folder, 'runs.ndjson') }, context);
  expect(text()).not.toContain('took');
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).not.toContain('-1h');
  expect(JSON.parse(readFileSync(join(folder, 'runs.ndjson'), 'utf8'))).toMatchObject({ duration_ms: null });
});
