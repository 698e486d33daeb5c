import { compareUrgency, countOutcomes } from '../terminal/urgency.ts';
import {
  cleanText,
  ConfigError,
  counted,
  durationOf,
  formatDuration,
  isConfigError,
  isSynclineError,
  parseMoment,
  sleep,
  type SynclineError,
  tookText,
  toRfc3339,
} from '@syncline/core/internal';
import { parseDuration } from '@syncline/runs';
import { breakLine } from '../terminal/text.ts';
import { type ClassifiedRun, createRunQuery, type ReadFacts } from '@syncline/ops';
import { selectColumns } from '../formats/column.ts';
import { fitLine, printTable } from '../formats/print-table.ts';
import { toJson } from '../formats/to-json.ts';
import { inStyleOf, paint } from '../terminal/style.ts';
import { type CommandContext, defineCommand, jobOption, sinceOption } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import { runColumns } from './history.ts';
import { type JobStatus, statusColumns, statusOfJobs } from './status.ts';

/** The data of a frame. */
interface Frame {
  readonly jobs: readonly JobStatus[];
  /** When the service last responded, in milliseconds since 1970 */
  readonly at: number | undefined;
  readonly problem: string | undefined;
  /** What is wrong with the last response */
  readonly notes: readonly string[];
}

const leastInterval = 1_000;
const mostRefusals = 3;
const mostProblemLines = 4;
const mostNoteLines = 2;

/**
 * `syncline watch`: the last run of each job, redrawn after each read of the service, with one request for all jobs.
 * Without a terminal, or as NDJSON, it prints a line for each new or changed run.
 */
export const watch = defineCommand({
  name: 'watch',
  group: 'operators',
  summary: 'show the last run of each job, and keep the table up to date; press q to quit',
  options: {
    job: jobOption,
    since: sinceOption('24h'),
    interval: { value: 'duration', text: 'how often to read the service', default: '10s' },
  },
  formats: ['table', 'ndjson'],
  examples: ['syncline watch', 'syncline watch --output ndjson | jq .job'],
  exitStatuses: {
    0: 'you pressed q, or the reader of the output closed it',
    3: 'the service refused the credential three times in a row',
  },
  environment: { odata: 'optional', v2: 'optional' },
  async run(options, context) {
    const { output, clock, signal } = context;
    const interval = parseDuration('--interval', options.interval);
    if (interval < leastInterval) throw new ConfigError('--interval', 'must be at least 1s');
    const { job, since } = options;
    parseMoment('--since', since, clock.date());
    const screen = output.format === 'table' ? await output.openScreen?.() : undefined;

    let frame: Frame = { jobs: [], at: undefined, problem: undefined, notes: [] };
    const end = new AbortController();
    const draw = (): void => screen?.draw(drawFrame(frame, { ...context, interval }, screen.size()));
    screen?.on('resize', draw);
    const quit = (): void => end.abort();
    signal.addEventListener('abort', quit);
    screen?.on('quit', quit);
    output.closed?.addEventListener('abort', quit);
    const lines = new ChangeLines(context);
    // Other lines on the terminal would move the frame, which has the notes.
    const quiet = { ...output, progress: () => undefined };
    const read = createRunQuery(screen === undefined ? context : { ...context, output: quiet });
    let notes: readonly string[] = [];
    const onRead = screen && ((facts: ReadFacts): void => void ({ notes } = facts));
    let refusals = 0;
    try {
      while (!end.signal.aborted && !signal.aborted) {
        try {
          const runs = await read({ job, since: parseMoment('--since', since, clock.date()), onRead });
          refusals = 0;
          frame = { jobs: statusOfJobs(runs, clock.date()), at: clock.date(), problem: undefined, notes };
          if (screen === undefined) lines.print(runs);
        } catch (error) {
          if (signal.aborted) break;
          if (!isSynclineError(error) || isConfigError(error)) throw error;
          frame = { ...frame, problem: error.message };
          if (screen === undefined) output.note(error.message);
          refusals = isRefusal(error) ? refusals + 1 : 0;
          if (refusals === mostRefusals) return exitStatus.unknown;
        }
        draw();
        await sleep(clock, interval, end.signal);
      }
      return signal.aborted ? exitStatus.interrupted : exitStatus.yes;
    } finally {
      screen?.close();
    }
  },
});

function isRefusal(error: SynclineError): boolean {
  const { status } = error as { readonly status?: number };
  return status === 401 || status === 403 || error.code === 'AUTH_FAILED';
}

/** One frame, never taller than the terminal: jobs that need attention first, then how many jobs do not fit. */
function drawFrame(
  { jobs, at, problem, notes }: Frame,
  { environment, output, clock, interval }: CommandContext & { readonly interval: number },
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const now = clock.date();
  const view = { ...output.view, width, now };
  const counts = countOutcomes(
    jobs.map(({ last }) => last.outcome),
    (outcome, text) => inStyleOf(outcome, text, view),
  );
  const name = paint(environment.name, 'bold', view);
  const title = [name, ...(at === undefined ? [] : [counted(jobs.length, 'job')]), ...counts].join(' · ');
  const updated = at === undefined ? 'not read yet' : `read ${toRfc3339(at).slice(11, 19)} UTC`;
  const said = notes.flatMap((note) =>
    shortLines(note, width, mostNoteLines).map((line) => paint(line, 'yellow', view)),
  );
  const last =
    problem === undefined
      ? [paint(fitLine(`${updated} · every ${formatDuration(interval)} · q quits`, width), 'dim', view)]
      : shortLines(`${updated} · ${cleanText(problem, 500)}`, width, mostProblemLines).map((line) =>
          paint(line, 'red', view),
        );
  const footer = [...said, ...last];
  const room = Math.max(1, height - 5 - footer.length);
  const sorted = jobs.toSorted(
    (left, right) => compareUrgency(left.last.outcome, right.last.outcome) || right.last.start - left.last.start,
  );
  const shown = sorted.length > room ? sorted.slice(0, room - 1) : sorted;
  const table =
    shown.length === 0
      ? at === undefined
        ? 'Reading runs …'
        : 'No job has run in this time.'
      : printTable(shown, selectColumns(statusColumns, output.fields, true), view);
  const rest = sorted.length - shown.length;
  return [
    fitLine(title, width),
    '',
    table,
    ...(rest > 0 ? [paint(`… and ${rest.toLocaleString('en-US')} more`, 'dim', view)] : []),
    '',
    ...footer,
  ].join('\n');
}

/** The reason is often at the end of a message, so a narrow terminal shows it on several lines. */
function shortLines(text: string, width: number, most: number): readonly string[] {
  const lines = breakLine(text, width);
  const rest = lines.slice(most - 1);
  return [...lines.slice(0, most - 1), ...(rest.length > 0 ? [rest.join(' ')] : [])].map((line) =>
    fitLine(line, width),
  );
}

/**
 * Prints a line for each new or changed run. Of the runs in the first read, only the last one of each job is printed.
 */
class ChangeLines {
  readonly #context: CommandContext;
  readonly #seen = new Map<string, string>();
  #isFirst = true;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  print(runs: readonly ClassifiedRun[]): void {
    const { clock, output } = this.#context;
    const changed = runs.filter((run) => {
      const facts = JSON.stringify([run.outcome, run.status, run.end, run.rows, run.error]);
      const isNew = this.#seen.get(run.key) !== facts;
      this.#seen.set(run.key, facts);
      return isNew;
    });
    const shown = this.#isFirst ? statusOfJobs(changed, clock.date()).map(({ last }) => last) : changed;
    this.#isFirst = false;
    for (const run of shown) output.write(output.format === 'ndjson' ? this.#json(run) : this.#line(run));
  }

  #json(run: ClassifiedRun): string {
    const columns = selectColumns(runColumns, this.#context.output.fields, false);
    return toJson(Object.fromEntries(columns.map(({ name, value }) => [name, value(run) ?? null])));
  }

  #line(run: ClassifiedRun): string {
    const { start, end, outcome, job, error } = run;
    const { view } = this.#context.output;
    const took = durationOf(run) === undefined ? '' : ` after ${tookText(run)}`;
    const why = error === '' ? '' : `: ${cleanText(error, 1000)}`;
    return `${toRfc3339(end ?? start)} ${inStyleOf(outcome, outcome, view)} ${cleanText(job)}${took}${why}`;
  }
}
