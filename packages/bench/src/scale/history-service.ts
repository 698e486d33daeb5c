import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compareBy, createEvaluator, parseFilter, parseOrderBy } from '@syncline/odata';
import type { SourceRun } from '@syncline/runs';
import { runOf } from '../runs/many-runs.ts';
import { jobName } from './seed-store.ts';

/** How many runs start in each round. Those of the round before end in it. */
export const perRound = 500;

/** Which runs a service has. */
interface Rounds {
  readonly jobs: number;
  /** When the round 0 starts, in milliseconds since 1970 */
  readonly base: number;
  /** Milliseconds between two rounds, at least 500 */
  readonly step: number;
  /** How the keys begin. A run with the same key at another time would be a correction, after which its job is counted again */
  readonly keys: string;
}

/** What a service shows in a round: 500 runs that run, and the 500 of the round before, which have ended. */
export function runsOfRound(
  round: number,
  { jobs, base, step, keys }: Rounds,
): readonly (SourceRun & { readonly record: object })[] {
  return [round - 1, round].flatMap((tick) =>
    Array.from({ length: perRound }, (_, n) => {
      // They are spread over all jobs.
      const job = (Math.floor((n * jobs) / perRound) + tick * 7) % jobs;
      const start = base + tick * step + n;
      const isRunning = tick === round;
      const run = runOf(
        `${keys}-${String(tick).padStart(6, '0')}-${n}`,
        job,
        start,
        isRunning ? 'RUNNING' : 'SUCCESS',
        isRunning ? undefined : n,
      );
      return { ...run, job: jobName(job), record: { ...(run.record as object), jobname: jobName(job) } };
    }),
  );
}

/** A listening service whose history has the runs of a round. It applies filters and orders. */
export async function startHistoryService(jobs: number) {
  let round = 0;
  const base = Date.now() - 120_000;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [filter, order] = [searchParams.get('$filter'), searchParams.get('$orderby')];
    const isWanted = filter === null ? () => true : createEvaluator(parseFilter(filter));
    // A store that was measured before has none of them.
    const all = round === 0 ? [] : runsOfRound(round, { jobs, base, step: 1_000, keys: `new-${base}` });
    const found = all
      .map(({ record, start }) => ({ record, values: { ...record, runstartdate: new Date(start) } }))
      .filter(({ values }) => isWanted(values) === true);
    const compare = order === null ? undefined : compareBy(parseOrderBy(order));
    if (compare !== undefined) found.sort((left, right) => compare(left.values, right.values));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ value: found.map(({ record }) => record) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets 1,000 runs change. */
    next(): void {
      round += 1;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
