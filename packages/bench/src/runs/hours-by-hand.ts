import type { StoredRun } from '@syncline/runs';

const counts = ['succeeded', 'warned', 'partial', 'cancelled', 'failed', 'running', 'unknown'];
const columns = [...counts, 'rows', 'seconds'];

/** The columns of an hour, and how a difference is added to them in the table `h`. The sums are exact. */
export const hourColumns = columns.join(', ');
export const addDifference = `DO UPDATE SET ${columns
  .slice(0, -1)
  .map((name) => `${name} = h.${name} + excluded.${name}`)
  .join(', ')}, seconds = (round(h.seconds * 1000) + round(excluded.seconds * 1000)) / 1000`;

type Counted = Pick<StoredRun, 'outcome' | 'start' | 'end' | 'rows'>;
type Sums = number[];

/** Adds up what a change does to the hours of jobs and to the hours of all jobs. */
export class HourSums {
  readonly hours = new Map<string, [hour: number, job: string, ...sums: Sums]>();
  readonly totals = new Map<number, [hour: number, ...sums: Sums]>();

  add(job: string, { outcome, start, end, rows }: Counted, sign: number): void {
    const hour = Math.floor(start / 3_600_000);
    const name = `${hour} ${job}`;
    const zeros = () => columns.map(() => 0);
    const sums = this.hours.get(name) ?? [hour, job, ...zeros()];
    const total = this.totals.get(hour) ?? [hour, ...zeros()];
    this.hours.set(name, sums);
    this.totals.set(hour, total);
    const add = (column: number, value: number): void => {
      sums[2 + column] = (sums[2 + column] as number) + sign * value;
      total[1 + column] = (total[1 + column] as number) + sign * value;
    };
    add(counts.indexOf(outcome), 1);
    add(counts.length, rows ?? 0);
    add(counts.length + 1, ((end ?? start) - start) / 1_000);
  }
}
