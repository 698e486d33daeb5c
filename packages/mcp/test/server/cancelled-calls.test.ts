import { expect, test } from 'vitest';
import { setUp } from '../support/set-up.ts';

const reads: readonly (readonly [name: string, args: object])[] = [
  ['list_workspaces', {}],
  ['list_jobs', {}],
  ['list_runs', {}],
  ['get_run', { run: '1' }],
  ['diagnose_run', { run: '1' }],
  ['get_job', { job: 'Orders' }],
  ['task_history', { transformation: '1', task: '1' }],
  ['freshness', {}],
  ['lint', {}],
  ['compare', { before: 'production', after: 'test' }],
];

test.each([
  ['a text', 'stop'],
  ['an error of the platform', new DOMException('late', 'TimeoutError')],
  ['nothing', undefined],
])('a call that is cancelled with %s says so, and not that the server failed', async (_, reason) => {
  for (const [name, args] of reads) {
    const { service, tools, audit } = await setUp({ sandbox: { scale: { jobs: 2, history: 20 } } });
    const leaving = new AbortController();
    service.reply = () => {
      leaving.abort(reason);
      return Response.json([]);
    };
    expect(await tools.call(name, args, leaving.signal)).toEqual({
      content: [{ type: 'text', text: 'The call was cancelled.' }],
      isError: true,
    });
    expect(JSON.parse(audit[0] ?? '')).toMatchObject({ tool: name, result: 'ABORTED' });
  }
});
