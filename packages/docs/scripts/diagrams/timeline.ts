import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createSandbox } from '@syncline/sandbox';
import { escape } from './boxes.ts';

const width = 900;
const left = 270;
const rowHeight = 34;
const day = 86_400_000;
const end = Date.parse('2026-03-02T00:00:00Z');

/** A day of runs, which the client reads from the sandbox: one bar per run on a time axis; failed runs are marked. */
export async function drawTimeline(): Promise<string> {
  const sandbox = createSandbox({ clock: { start: new Date(end) } });
  const odata = createODataClient({
    baseUrl: sandbox.urls.odata,
    credential: basic(sandbox.credentials.basic),
    fetch: sandbox.fetch,
  });
  const runs = await odata.history.list({
    filter: (h) => h.runstartdate.ge(new Date(end - day)),
    orderBy: 'runstartdate asc',
  });
  await sandbox.close();
  const byJob = Map.groupBy(runs, (run) => String(run['jobname']));
  const jobs = [...byJob]
    .filter(([, list]) => list.length >= 2 && list.length <= 30)
    .sort((a, b) => failures(b[1]) - failures(a[1]) || b[1].length - a[1].length)
    .slice(0, 6);
  if (jobs.length === 0)
    throw new Error(
      'The sandbox has no runs on that day, so the timeline would be empty. Look at the generated data in packages/sandbox.',
    );
  const lines = jobs.map(([name, list], row) => {
    const y = 14 + row * rowHeight;
    const short = name.length > 36 ? `${name.slice(0, 35)}…` : name;
    return `<text class="name" x="${left - 16}" y="${y + 15}">${escape(short)}</text><line x1="${left}" x2="${width - 8}" y1="${y + 10}" y2="${y + 10}"/>${list.map((run) => bar(run, y)).join('')}`;
  });
  const bottom = 14 + jobs.length * rowHeight;
  const hours = [0, 6, 12, 18, 24].map(
    (hour) =>
      `<text class="hour" x="${place(end - day + hour * 3_600_000)}" y="${bottom + 14}">${String(hour).padStart(2, '0')}:00</text>`,
  );
  return `<svg class="timeline" viewBox="0 0 ${width} ${bottom + 24}" role="img" style="--natural:${width}px"><title>Runs of ${jobs.length} jobs over a day; failed runs are marked with a cross</title>${lines.join('')}${hours.join('')}</svg>\n`;
}

const place = (time: number): string => (left + ((time - (end - day)) / day) * (width - left - 24)).toFixed(1);

const failed = (run: Readonly<Record<string, unknown>>) =>
  /fail|error/i.test(`${String(run['status'])} ${String(run['details'])}`);
const failures = (runs: readonly Readonly<Record<string, unknown>>[]) => runs.filter(failed).length;

function bar(run: Readonly<Record<string, unknown>>, y: number): string {
  const start = Date.parse(String(run['runstartdate']));
  const stop = typeof run['runenddate'] === 'string' ? Date.parse(run['runenddate']) : start + 600_000;
  const x = Number(place(start));
  const length = Math.max(5, ((stop - start) / day) * (width - left - 24));
  const mark = failed(run) ? `<path class="cross" d="M${x - 1} ${y + 5}l10 10m0-10l-10 10"/>` : '';
  return mark || `<rect x="${x}" y="${y + 4}" width="${length.toFixed(1)}" height="12" rx="3"/>`;
}
