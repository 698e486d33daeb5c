import { expect, test } from 'vitest';
import type { AlertEvent } from '../../src/alerts/webhooks/index.ts';
import { now } from './command-context.ts';
import { startMonitor } from './monitor-set-up.ts';
import { type OddRecord, oddSandbox } from './odd-records.ts';
import { createReceiver } from './receiver.ts';

/** Tests what a monitor does with records by the rules of reading: its log, page, metrics, health, alerts and restart. */
export function testOddRecords(records: readonly OddRecord[]): void {
  test.each(records)('a monitor reads, tells, counts and alerts by the rule $name', async (odd) => {
    const receiver = await createReceiver();
    const webhooks = {
      chat: { url: receiver.url, secrets: [`whsec_${Buffer.from('m'.repeat(32)).toString('base64')}`] },
    };
    const environment = {
      alerts: { rules: [{ jobs: '*', on: ['failed', 'unknown'] as const, recover: 1 }], silences: [], webhooks },
    };
    const sandbox = { ...oddSandbox(odd), clock: { start: new Date(now).toISOString() } };
    const monitor = await startMonitor({}, { sandbox, environment });
    const { problem, result } = await monitor.ticked(1);
    expect(problem).toBeUndefined();
    expect(result).toMatchObject({ changed: 3, readings: { [odd.rule ?? '']: odd.rule === 'repeated-key' ? 3 : 1 } });
    expect(monitor.notes.join('\n')).toContain(odd.note);
    expect(await (await monitor.get('/')).text()).toContain(odd.note.replaceAll("'", '&#39;'));
    const metrics = await (await monitor.get('/metrics')).text();
    const failed = odd.run.outcome === 'failed' ? 1 : 0;
    expect(metrics).toContain(
      `syncline_runs_total{environment="production",job_name="Orders",outcome="failed"} ${failed}\n`,
    );
    expect(metrics).toContain(
      `syncline_run_rows_total{environment="production",job_name="Orders"} ${10 + failed * (odd.run.rows ?? 0)}\n`,
    );
    const durations = failed === 1 && odd.run.end !== undefined ? 3 : 2;
    expect(metrics).toContain(
      `syncline_run_duration_seconds_count{environment="production",job_name="Orders"} ${durations}\n`,
    );
    expect((await monitor.get('/health')).status).toBe(200);
    const [event] = (await receiver.arrived(1)).map(({ body }) => JSON.parse(body) as AlertEvent);
    expect(event?.data).toMatchObject({
      job: 'Orders',
      run: { key: 'odd', outcome: odd.run.outcome },
    });
    expect([event?.data.run?.rows, event?.data.run?.end !== undefined]).toEqual([
      odd.run.rows,
      odd.run.end !== undefined,
    ]);
    // The store has the record now, so another process reads it again.
    await monitor.end();
    const again = await startMonitor({}, { sandbox, environment: { ...environment, store: { sqlite: monitor.file } } });
    expect((await again.ticked(1)).problem).toBeUndefined();
    expect((await again.get('/health')).status).toBe(200);
  });
}
