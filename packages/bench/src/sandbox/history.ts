import type { OpenRecord } from '@syncline/sandbox';

export const historyStart = Date.UTC(2026, 0, 1);

/** Generates records of runs, one for each second. */
export function* historyRecords(count: number): Iterable<OpenRecord & { runstartdate: string }> {
  for (let index = 0; index < count; index++) {
    yield {
      historyid: String(index),
      runstartdate: new Date(historyStart + index * 1000).toISOString(),
      connectorid: `Salesforce ${index % 40}`,
      jobname: `Job ${index % 300}`,
      details: index % 7 === 0 ? `${index % 13} of 13 Tasks Failed` : 'Succeeded',
      instanceid: `instance-${index % 3}`,
      status: index % 7 === 0 ? 'FAILED' : 'SUCCESS',
      recordsaffected: index * 13,
      runtime: (index % 600) / 10,
    };
  }
}
