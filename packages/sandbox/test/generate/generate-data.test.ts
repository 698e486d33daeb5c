import fc from 'fast-check';
import { fields } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import type { OpenRecord, SandboxData } from '../../src/data/records.ts';
import { type GenerateOptions, generateData } from '../../src/generate/generate-data.ts';
import { type JobParts, generateJobs, jobFields, lastStart } from '../../src/generate/jobs.ts';
import { generateConnections } from '../../src/generate/connectors.ts';
import { drawFields, fieldRandom } from '../../src/random/random.ts';
import { readCron } from '../../src/runs/plan-jobs.ts';
import { toJsonText } from '../../src/store/json-text.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { createStore } from '../../src/store/store.ts';

const now = new Date('2026-03-01T10:07:30Z');
const bytes = (options: GenerateOptions): string => {
  const data = generateData(options);
  return toJsonText({ ...data, history: [...data.history] });
};

describe('generateData', () => {
  const data = generateData({ now });
  const history = [...data.history];
  const statuses = new Set(history.map(({ status }) => String(status).replace(/^\d+ of \d+/, 'n of m')));

  it('gives the same bytes for the same seed, and different ones for another', () => {
    expect(bytes({ seed: 7, now })).toBe(bytes({ seed: 7, now }));
    expect(bytes({ seed: 7, now })).not.toBe(bytes({ seed: 8, now }));
  });

  it('generates the history again for each iteration', () => {
    expect([...data.history]).toEqual(history);
  });

  it('fills every part according to the scale', () => {
    expect(data.jobs).toHaveLength(36);
    expect(history).toHaveLength(4000);
    expect(data.connectors).toHaveLength(16);
    expect(data.workspaces).toHaveLength(4);
    expect(Object.keys(data.jobStatus)).toHaveLength(36);
    expect(new Set(Object.keys(data.taskHistory).map((key) => key.split('/')[0])).size).toBe(10);
    for (const records of [...Object.values(data.jobStatus), ...Object.values(data.taskHistory)])
      expect(records.length).toBeGreaterThan(0);
  });

  it('fits the documents: a store accepts all of it', () => {
    const store = createStore(openNodeSqlite(), data);
    expect(store.listJobs()).toHaveLength(36);
    store.close();
  });

  it('gives jobs only the fields of section 2.1, with unique names and ids', () => {
    for (const job of data.jobs)
      expect(Object.keys(job).filter((name) => !Object.hasOwn(fields.Job, name))).toEqual([]);
    expect(new Set(data.jobs.map(({ JobName }) => JobName)).size).toBe(36);
    expect(new Set(data.jobs.map(({ JobId }) => JobId)).size).toBe(36);
  });

  it('gives jobs names that a client may encode wrongly in a path, if configured', () => {
    const names = generateData({ now, edgeCases: true }).jobs.map(({ JobName }) => String(JobName));
    for (const part of ["'", '/', '"', '%', '#', '?', '&', '+', ';', '\\', '..', 'Ł', '売', '🚚', 'ا'])
      expect(
        names.some((name) => name.includes(part)),
        part,
      ).toBe(true);
    expect(names[0]).toBe('CRM to Warehouse');
    const plain = data.jobs.map(({ JobName }) => String(JobName)).filter((name) => !/^[\w :()]+$/.test(name));
    expect(plain).toEqual(["O'Brien/nightly", "O'Brien → Lake"]);
  });

  it('has one RowVersion that a double cannot represent, or only such ones if configured, exact in the text', () => {
    const beyond = (jobs: typeof data.jobs) =>
      jobs.filter(({ RowVersion }) => (RowVersion as bigint) > BigInt(Number.MAX_SAFE_INTEGER));
    const [job, ...others] = beyond(data.jobs);
    expect(others).toEqual([]);
    expect(job!['RowVersion']).toBe(9_007_199_254_740_993n);
    expect(toJsonText(job)).toContain('"RowVersion":9007199254740993');
    expect(beyond(generateData({ now, edgeCases: true }).jobs)).toHaveLength(36);
  });

  it('has runs of every kind', () => {
    expect(statuses).toEqual(new Set(['SUCCESS', 'n of m Tasks Failed', 'FAILED', 'CANCELLED']));
    expect(history.some(({ status, recordsaffected }) => status === 'SUCCESS' && recordsaffected === 0)).toBe(true);
    expect(history.some(({ details }) => String(details).includes('watchdog'))).toBe(true);
  });

  it('orders the history by start, with every run ended and listed once', () => {
    const starts = history.map(({ runstartdate }) => String(runstartdate));
    expect(starts).toEqual(starts.toSorted());
    expect(new Set(history.map(({ historyid }) => historyid)).size).toBe(4000);
    for (const { runenddate } of history) expect(Date.parse(String(runenddate))).toBeLessThanOrEqual(now.getTime());
  });

  it('never runs a job twice at once', () => {
    const free = new Map<unknown, string>();
    for (const { jobid, runstartdate, runenddate } of generateData({ now, scale: { history: 20_000 } }).history) {
      expect(String(runstartdate) >= (free.get(jobid) ?? '')).toBe(true);
      free.set(jobid, String(runenddate));
    }
  });

  it('refers only to existing records', () => {
    const connectors = new Set(data.connectors.map(({ connectorid }) => connectorid));
    const workspaces = new Set(data.workspaces.map(({ id }) => id));
    const runs = new Set(history.map(({ historyid }) => historyid));
    for (const job of data.jobs) {
      expect(connectors).toContain(job['Source']);
      expect(connectors).toContain(job['Destination']);
      expect(workspaces).toContain(job['WorkspaceId']);
      expect(Object.keys(data.jobStatus)).toContain(job['JobId']);
      const newest = data.jobStatus[String(job['JobId'])]!.at(-1)!;
      if (job['ScheduledCron'] !== '') expect(runs).toContain(newest['history_id']);
    }
    for (const { connectorid } of history) expect(connectors).toContain(connectorid);
    const members = data.workspaces.flatMap(({ jobs }) => (jobs as { id: string }[]).map(({ id }) => id));
    expect(new Set(members)).toEqual(new Set(data.jobs.map(({ JobId }) => JobId)));
  });

  it('generates exactly as many runs as the scale says, with any seed, moment and scale', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.maxSafeInteger(),
          at: fc.integer({ min: 0, max: 4e12 }),
          jobs: fc.integer({ min: 1, max: 20 }),
          history: fc.integer({ min: 0, max: 600 }),
        }),
        ({ seed, at, jobs, history: count }) => {
          const records = [...generateData({ seed, now: new Date(at), scale: { jobs, history: count } }).history];
          expect(records).toHaveLength(count);
          expect(new Set(records.map(({ historyid }) => historyid)).size).toBe(count);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('accepts a scale of 0', () => {
    const empty = generateData({
      now,
      scale: { jobs: 0, history: 0, connectors: 0, workspaces: 0, transformations: 0 },
    });
    expect({ ...empty, history: [...empty.history] }).toEqual({
      jobs: [],
      history: [],
      connectors: [],
      workspaces: [],
      jobStatus: {},
      taskHistory: {},
    });
    expect(generateData({ now, scale: { jobs: 0 } }).jobs).toEqual([]);
  });

  it.each<[string, GenerateOptions]>([
    ['scale.history must be a whole number from 0 to 100000000, found 1.5', { scale: { history: 1.5 } }],
    ['scale.jobs must be a whole number from 0 to 100000, found -1', { scale: { jobs: -1 } }],
    [
      'scale.x is not an option: use jobs, history, connectors, workspaces, transformations',
      { scale: { x: 1 } as never },
    ],
    ['scale.history must be 0 without jobs, found 10', { scale: { history: 10, jobs: 0 } }],
    ['seed must be a whole number, found 1.5', { seed: 1.5 }],
    ['now must be a valid date', { now: new Date('soon') }],
  ])('rejects: %s', (message, options) => {
    expect(() => generateData(options)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', message }));
  });
});

describe('a generated schedule', () => {
  it('matches its cron expression', () => {
    const connections = generateConnections(8, 1, 5);
    const from = now.getTime();
    const jobs = generateJobs(200, connections, ['ws'], 5).filter(({ schedule }) => schedule.cron !== '');
    expect(new Set(jobs.map(({ schedule }) => schedule.periodMs)).size).toBe(5);
    for (const { schedule } of jobs) {
      const due = readCron(schedule.cron).next(from);
      expect(due, schedule.cron).toBe(lastStart(schedule, from) + schedule.periodMs);
    }
  });
});

describe('a new field', () => {
  const connections = generateConnections(8, 1, 5);
  const parts: JobParts = {
    index: 3,
    jobId: 'job_1',
    jobName: 'Nightly',
    workspaceId: 'ws_1',
    source: connections.find(({ system }) => system.kind === 'PostgreSQL')!,
    destination: connections[1]!,
    schedule: { periodMs: 3_600_000, offsetMs: 0, cron: '0 * * * *' },
    edgeCases: false,
  };
  const draw = (fields: typeof jobFields) => drawFields(fields, parts, fieldRandom(5, 'job', 3));
  const whole = draw(jobFields);

  it.each(Object.keys(jobFields))('leaves the values of all other fields of a job: %s', (name) => {
    const { [name]: added, ...others } = jobFields;
    const { [name]: value, ...rest } = whole;
    expect(draw(others)).toEqual(rest);
    expect(draw({ [name]: added!, ...others })).toEqual({ ...rest, ...(value !== undefined && { [name]: value }) });
  });

  it('gets different values in different jobs, and other ones than a field of the same kind', () => {
    const jobs = generateJobs(400, connections, ['ws'], 5).map(({ record }) => record);
    const values = (name: string) => jobs.map((job) => job[name]);
    for (const name of ['UseGmtDateTime', 'EnableParallelProcessing', 'HistoryMode'])
      expect(new Set(values(name))).toEqual(new Set(['true', 'false']));
    expect(values('ContinueOnError')).not.toEqual(values('AlterSchema'));
    expect(new Set(values('RowVersion')).size).toBe(400);
  });
});

it('has fields of every JSON type in open records', () => {
  const data = generateData({ now });
  const types = (records: Iterable<OpenRecord>): Set<string> =>
    new Set(
      [...records].flatMap((record) => Object.values(record).map((value) => (value === null ? 'null' : typeof value))),
    );
  expect(types((data as Required<SandboxData>).history)).toEqual(new Set(['string', 'number', 'null']));
  expect(types(data.connectors)).toEqual(new Set(['string', 'number', 'boolean', 'null']));
});
