import { relativeTime } from '../terminal/format-time.ts';
import { ConfigError, counted, isConfigError, parseMoment, toRfc3339 } from '@syncline/core/internal';
import { defineCommand, jobOption } from '../command/define-command.ts';
import { openStore, requireInterface } from '@syncline/ops';
import {
  checkReadable,
  type ExportFormat,
  exportFormats,
  type ExportQuery,
  type ExportState,
  type ExportWindow,
} from '../export/export-query.ts';
import { createExportText } from '../export/export-text.ts';
import { PartFile } from '../export/part-file.ts';
import { createProgress } from '../export/progress.ts';
import { serviceRuns, storeRuns } from '../export/read-service.ts';
import { StagedRuns, writeParquet } from '../export/write-parquet.ts';
import type { Column } from '../formats/column.ts';
import type { View } from '../terminal/style.ts';
import { printRows } from '../formats/print-rows.ts';
import { exitStatus } from '../command/exit-status.ts';

/** The result of an export. */
interface Summary {
  readonly out: string;
  readonly format: ExportFormat;
  readonly runs: number;
  readonly window: ExportWindow;
  readonly unreadable: number;
  readonly unchanged?: number | undefined;
  readonly written?: number | undefined;
}

const columns: readonly Column<Summary>[] = [
  { name: 'out', value: ({ out }) => out },
  { name: 'format', value: ({ format }) => format },
  { name: 'runs', value: ({ runs }) => runs },
  { name: 'since', value: ({ window: { since } }) => (since === undefined ? undefined : new Date(since)) },
  { name: 'until', value: ({ window: { until } }) => (until === undefined ? undefined : new Date(until)) },
  { name: 'unreadable', value: ({ unreadable }) => unreadable },
  { name: 'days_written', value: ({ written }) => written },
  { name: 'days_unchanged', value: ({ unchanged }) => unchanged },
];
const day = 86_400_000;

/**
 * `syncline export --out FILE`: the run history of a period as CSV, NDJSON or Parquet, from the service or the store.
 * It reads and writes one part at a time. After an interruption, the same command continues. The exit status is 3 if
 * some records could not be read as runs with the `history` entry of the configuration.
 */
export const exportRuns = defineCommand({
  name: 'export',
  group: 'operators',
  summary: 'write the run history of a period to a file; after an interruption, the same command continues',
  options: {
    out: { value: 'path', text: 'the file, or for Parquet the folder, with one file per day', isRequired: true },
    output: {
      value: 'form',
      text: 'the format of the file (default: from the extension of --out)',
      choices: exportFormats,
    },
    fields: { value: 'names', text: 'for csv and ndjson: only these fields, in this order, separated by commas' },
    from: {
      value: 'source',
      text: 'read from the service, or from the store in the configuration',
      choices: ['service', 'store'],
      default: 'service',
    },
    job: jobOption,
    since: {
      value: 'time',
      text: 'only runs that started at or after this time (default: 30d, or everything in the store)',
    },
    until: {
      value: 'time',
      text: 'only runs that started before this time (default: now, or everything in the store)',
    },
    formulas: {
      value: 'treatment',
      text: 'how CSV writes text that a spreadsheet would run as a formula',
      choices: ['escape', 'keep'],
      default: 'escape',
    },
    restart: { text: 'start again: delete what an incomplete export has written' },
  },
  formats: ['text', 'json'],
  examples: [
    'syncline export --out runs.csv --since 90d',
    "syncline export --out history/ --output parquet --from store --job 'Orders*'",
  ],
  exitStatuses: {
    0: 'all runs of the period were written',
    3: 'the export is not complete, or some records could not be read as runs',
    130: 'interrupted; the same command continues',
  },
  environment: { odata: 'optional', v2: 'optional' },
  // The store needs no interface of the service.
  interfacesWith: ({ from }) => (from === 'store' ? {} : { odata: 'optional', v2: 'optional' }),
  async run(options, context) {
    const { environment, output, clock, signal } = context;
    const { out, job, since, until, from, formulas, restart = false } = options;
    if (out === '') throw new ConfigError('--out', 'must be the path of a file or a folder');
    const format = formatOf(options);
    if (format === 'parquet' && output.fields !== undefined)
      throw new ConfigError('--fields', 'is for csv and ndjson: Parquet has the columns of the table `runs`');
    const query: ExportQuery = {
      environment: environment.name,
      from,
      format,
      job,
      since,
      until,
      fields: output.fields,
      formulas: format === 'csv' ? formulas : undefined,
      // A store has the outcomes already.
      vocabulary: from === 'service' ? environment.vocabulary : undefined,
    };
    const began = clock.date();
    const window = windowOf(query, began);
    const fresh: ExportState = { query, window, began, runs: 0, unreadable: 0 };
    if (from === 'service') requireInterface(environment, 'classify');
    const continuing = `Run the same command ${restart ? 'without --restart' : 'again'} to continue.`;
    let summary: Summary | undefined;
    try {
      summary = await (format === 'parquet' ? toParquet() : toFile(format));
    } catch (error) {
      if (isConfigError(error)) throw error;
      if (!signal.aborted) {
        output.progress('');
        output.note(`The export is not complete. ${continuing}`);
        throw error;
      }
    }
    output.progress('');
    if (summary === undefined) {
      output.note(`Interrupted. ${continuing}`);
      return exitStatus.interrupted;
    }
    if (output.format === 'text' || output.format === 'table') output.write(sentence(summary, output.view));
    else await printRows([summary], { ...output, fields: undefined, columns, empty: '' });
    if (summary.unreadable === 0) return exitStatus.yes;
    output.note(
      `${counted(summary.unreadable, 'history record')} could not be read as runs with \`history\` of the configuration. ` +
        'They are not in the export.',
    );
    return exitStatus.unknown;

    async function toFile(textFormat: 'csv' | 'ndjson'): Promise<Summary | undefined> {
      const text = createExportText({ format: textFormat, fields: output.fields, formulas, environment });
      const store = from === 'store' ? await openStore(environment) : undefined;
      try {
        const part = new PartFile(out, fresh, restart);
        try {
          sayIfContinued(part);
          const selection = { ...part.state.window, job };
          const read =
            store === undefined
              ? (cursor: string | undefined) => readService(selection, cursor)
              : storeRuns(store, selection);
          const done = await part.write(read, text, { signal, onProgress: createProgress(context) });
          return done && { out, format: textFormat, ...done };
        } finally {
          part.close();
        }
      } finally {
        await store?.close();
      }
    }

    async function toParquet(): Promise<Summary | undefined> {
      const target = { folder: out, signal, onProgress: createProgress(context) };
      if (from === 'store') {
        const store = await openStore(environment);
        try {
          const result = await writeParquet(store, { ...window, job }, target);
          return { out, format, window, unreadable: 0, ...result };
        } finally {
          await store.close();
        }
      }
      const staged = await StagedRuns.open(target, fresh, restart);
      try {
        sayIfContinued(staged);
        const selection = { ...staged.state.window, job };
        if (!(await staged.read((cursor) => readService(selection, cursor), target))) return undefined;
        checkReadable(staged.state);
        const { window: kept, unreadable } = staged.state;
        return { out, format, window: kept, unreadable, ...(await staged.write(target)) };
      } finally {
        await staged.close();
      }
    }

    async function* readService(selection: ExportWindow & { readonly job: string | undefined }, cursor?: string) {
      const { since: first = began, until: last = began } = selection;
      yield* (await serviceRuns(context, { since: first, until: last, job }))(cursor);
    }

    function sayIfContinued({ isContinued, state }: PartFile | StagedRuns): void {
      if (!isContinued) return;
      const { began: then, runs } = state;
      output.note(`Continuing the export that began ${relativeTime(then, began)}, after ${counted(runs, 'run')}.`);
    }
  },
});

function formatOf({ out, output }: { readonly out: string; readonly output: ExportFormat | undefined }): ExportFormat {
  if (output !== undefined) return output;
  const [, extension = ''] = /\.([a-z]+)$/i.exec(out) ?? [];
  const known: Readonly<Record<string, ExportFormat>> = {
    csv: 'csv',
    ndjson: 'ndjson',
    jsonl: 'ndjson',
    parquet: 'parquet',
  };
  const found = known[extension.toLowerCase()];
  if (found === undefined)
    throw new ConfigError(
      '--output',
      `must be set, because the name ${out} does not end in .csv, .ndjson or .parquet: --output ${exportFormats.join('|')}`,
    );
  return found;
}

/** Determines the period of an export. Parquet has one file per day, so it gets whole days. */
function windowOf({ from, format, since: first, until: last }: ExportQuery, now: number): ExportWindow {
  const sinceOption = first ?? (from === 'service' ? '30d' : undefined);
  let since = sinceOption === undefined ? undefined : parseMoment('--since', sinceOption, now);
  let until = last === undefined ? undefined : parseMoment('--until', last, now);
  if (since !== undefined && (until ?? now) <= since)
    throw new ConfigError(
      last === undefined ? '--since' : '--until',
      'leaves no time to export; --since must be before --until',
    );
  if (format === 'parquet') {
    since = since === undefined ? undefined : Math.floor(since / day) * day;
    until = until === undefined ? undefined : Math.ceil(until / day) * day;
  }
  return { since, until: until ?? (from === 'service' ? now : undefined) };
}

/** What was written, as text for people. A terminal shows no fractions of a second. */
function sentence({ out, format, runs, window: { since, until }, written, unchanged }: Summary, view: View): string {
  const time = (at: number): string => toRfc3339(view.width === undefined ? at : Math.floor(at / 1000) * 1000);
  const times = [since === undefined ? '' : ` from ${time(since)}`, until === undefined ? '' : ` until ${time(until)}`];
  const days = `: ${counted(written ?? 0, 'day')} written, ${unchanged ?? 0} unchanged`;
  return `Wrote ${counted(runs, 'run')}${times.join('')} to ${out}${format === 'parquet' ? days : ''}.`;
}
