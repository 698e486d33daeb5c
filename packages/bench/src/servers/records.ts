import { fields } from '@syncline/openapi';

/** The name of the job, with characters that must be encoded. */
export const jobName = "O'Brien/nightly";

/** A job with a value in each field, as on the wire: booleans and whole numbers are strings. */
export const job: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(fields.Job as Readonly<Record<string, { type: string; decode: string | null }>>).map(
    ([name, { type, decode }], index) => [
      name,
      name === 'JobName'
        ? jobName
        : type === 'integer'
          ? 1_000_000 + index
          : type === 'boolean'
            ? true
            : decode === 'boolean'
              ? 'true'
              : decode === 'integer'
                ? String(index)
                : `value of ${name}`,
    ],
  ),
);

/**
 * The names of the jobs of a mock server, in the order of the requests, which differs from the order of the records.
 */
export const jobNames: readonly string[] = Array.from({ length: 500 }, (_, index) => `nightly-${(index * 197) % 500}`);

/** The complete records of these jobs, in the order of their numbers. */
export function jobs(): Readonly<Record<string, unknown>>[] {
  return jobNames.map((_, index) => ({
    ...job,
    JobName: `nightly-${index}`,
    JobId: `job-${index}`,
    ScheduledCron: '0 2 * * *',
  }));
}

/** What each mock server returns for a job: three fields. */
export function selectedJob(name: string) {
  return { JobName: name, Scheduled: 'true', Source: job.Source };
}

/** The three fields of all jobs, or of the first one only, as the file for json-server. */
export function jsonServerData(count: number): string {
  return JSON.stringify({
    jobs: jobs()
      .slice(0, count)
      .map(({ JobName }) => selectedJob(String(JobName))),
  });
}

/** The name of the job in servers that have only one. */
export const onlyJob = 'nightly-0';

/** Job runs as the service lists them. They are the same every time. */
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
