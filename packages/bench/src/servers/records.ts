import { fields } from '@syncline/openapi';

/** The job's name, with letters that must be encoded. */
export const jobName = "O'Brien/nightly";

/** A job with a value in each of its fields, as the service writes it: switches and whole numbers as texts. */
export const job: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(fields.Job as Readonly<Record<string, { type: string; decode: string | null }>>).map(([name, { type, decode }], index) => [
    name,
    name === 'JobName' ? jobName : type === 'integer' ? 1_000_000 + index : type === 'boolean' ? true : decode === 'boolean' ? 'true' : decode === 'integer' ? String(index) : `value of ${name}`,
  ]),
);

/** What each mock server answers: three fields of a job. */
export const selectedJob = { JobName: 'nightly', Scheduled: 'true', Source: job.Source } as const;

/** Job runs as the service lists them, the same ones every time. */
export function historyRecords(count: number): Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, index) => ({
    runstartdate: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    connectorid: `Salesforce ${index % 40}`,
    details: index % 7 === 0 ? '7 of 13 Tasks Failed: table "Orders"' : 'Succeeded',
    instanceid: `instance-${index % 3}`,
    status: index % 7 === 0 ? 'FAILED' : 'SUCCESS',
    records: index * 13,
    duration: (index % 600) / 10,
  }));
}
