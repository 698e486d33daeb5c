import { ConfigError, formatDuration, isSynclineError, parseMoment, toRfc3339 } from '@syncline/core/internal';
import {
  createWait,
  describeTally,
  isStateError,
  isWaitAbortedError,
  isWaitTimeoutError,
  isWaitUnreadableError,
  parseDuration,
  restoreWait,
  type RunResult,
  type Wait,
  type WaitContext,
  type WaitPoll,
  type WaitTimeoutError,
  type WaitUnreadableError,
} from '@syncline/runs';
import { summaryTable } from '../formats/report-on-github.ts';
import { type ClassifiedRun, requireInterface, waitSource } from '@syncline/ops';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { compareNames } from '../command/error-advice.ts';
import { exitStatus } from '../command/exit-status.ts';
import { runColumns } from './history.ts';

/** `syncline wait JOB --timeout 2h`: waits until a run ends. The exit status says whether it succeeded. */
export const wait = defineCommand({
  name: 'wait',
  group: 'operators',
  summary: 'wait until a run ends; the exit status says whether it succeeded',
  arguments: { job: { text: 'the job: its name in the history, or its id in the job status', isOptional: true } },
  options: {
    timeout: { value: 'duration', text: 'the longest time to wait, such as 2h; required, except with --resume' },
    after: { value: 'time', text: 'wait for a run that starts after this time (default: now)' },
    run: { value: 'key', text: 'wait for the run with this key' },
    failFast: {
      isNegated: true,
      text: 'after a failure, wait for a later run that succeeds, such as an automatic retry',
    },
    acceptWarned: { text: 'count a run that ended with a warning as a success' },
    detach: { text: 'print a token instead of waiting; it contains no secret' },
    resume: { value: 'token', text: 'continue a detached wait, with its original time limit' },
  },
  formats: rowFormats,
  examples: [
    'syncline wait Orders --timeout 2h',
    'token=$(syncline wait Orders --timeout 2h --detach)',
    'syncline wait --resume "$token"',
  ],
  exitStatuses: {
    0: 'the run succeeded; with --detach, the token was printed',
    1: 'the run did not succeed',
    3: 'the outcome is unknown, such as after the time limit',
  },
  environment: { odata: 'optional', v2: 'optional' },
  async run(options, context) {
    const { output, clock, environment } = context;
    const started = open(options, context);
    if (options.detach === true) {
      output.write(started.serialize());
      return exitStatus.yes;
    }
    const title = `Wait for a run of ${environment.name}`;
    try {
      const result = await started.result();
      output.progress('');
      await printRows([rowOf(result)], { ...output, columns: runColumns, empty: '' });
      const sentence = `${result.ok ? 'The run succeeded' : `The run did not succeed: ${reasonsOf(result)}`}.`;
      output.note(sentence);
      const { job } = result.run;
      await output.report?.({
        annotations: result.ok ? [] : [{ level: 'error', title: `${job}: ${result.outcome}`, message: sentence }],
        summary: { title, sentence, ...summaryTable([rowOf(result)], runColumns, clock.date()) },
      });
      return result.ok ? exitStatus.yes : result.outcome === 'unknown' ? exitStatus.unknown : exitStatus.no;
    } catch (error) {
      output.progress('');
      if (isWaitTimeoutError(error) || isWaitUnreadableError(error)) {
        const sentence = `${error.message.replace(/\.$/, '')}. The outcome is unknown.${lastSeen(error)}`;
        // For programs, the command line prints the error as JSON.
        if (output.format === 'json' || output.format === 'ndjson') throw error;
        output.note(sentence);
        await output.report?.({
          annotations: [{ level: 'error', title: 'The outcome of the run is unknown', message: sentence }],
          summary: { title, sentence, head: [], rows: [] },
        });
        return exitStatus.unknown;
      }
      if (isWaitAbortedError(error)) return exitStatus.interrupted;
      throw error;
    }
  },
});

type WaitValues = Parameters<typeof wait.run>[0];

function open(options: WaitValues, context: CommandContext): Wait {
  const { environment, clock, signal, output } = context;
  const { job, timeout, after, run, resume, failFast, acceptWarned } = options;
  const classify = requireInterface(environment, 'classify');
  const contextOf = (moment: number | undefined): WaitContext => ({
    source: waitSource({ job, isNew: resume === undefined, after: moment }, context),
    classify,
    signal,
    clock,
    onPoll: (poll) => output.progress(describePoll(poll)),
  });
  if (resume !== undefined) {
    if (job !== undefined || timeout !== undefined || after !== undefined || run !== undefined)
      throw new ConfigError(
        '--resume',
        'continues a wait with its original options: leave out the job, --timeout, --after and --run',
      );
    try {
      return restoreWait(resume, contextOf(afterOf(resume)));
    } catch (error) {
      if (!isStateError(error)) throw error;
      throw new ConfigError('--resume', `needs the token that --detach printed: ${error.message}`, { cause: error });
    }
  }
  if (job === undefined) throw new ConfigError('JOB', 'must be named: syncline wait JOB --timeout 2h');
  if (timeout === undefined)
    throw new ConfigError('--timeout', 'must be set, such as --timeout 2h, because no default is right for every job');
  parseDuration('--timeout', timeout);
  if (after !== undefined && run !== undefined) throw new ConfigError('--run', 'names one run: leave out --after');
  const moment = run === undefined ? parseMoment('--after', after ?? '0s', clock.date()) : undefined;
  return createWait({
    ...contextOf(moment),
    job,
    timeout,
    after: moment === undefined ? undefined : new Date(moment),
    run,
    failFast,
    acceptWarned,
  });
}

/** The moment after which the run of a serialized wait must have started; undefined if it has none, or is damaged. */
function afterOf(token: string): number | undefined {
  try {
    const { wait: kept } = JSON.parse(token) as { readonly wait?: { readonly target?: { readonly after?: number } } };
    return kept?.target?.after;
  } catch {
    return undefined;
  }
}

/** What is known about the run when the wait ends without an answer. */
function lastSeen({ last, tally }: WaitTimeoutError | WaitUnreadableError): string {
  if (last !== undefined) return ` The last run that was seen started at ${toRfc3339(last.start)}.`;
  return tally.missing > 0 ? ` ${compareNames}` : '';
}

function rowOf({ run: { record: _record, ...run }, outcome, because }: RunResult): ClassifiedRun {
  return { ...run, outcome, because };
}

function reasonsOf({ outcome, because, tally }: RunResult): string {
  const [reason] = because;
  const why =
    reason === undefined
      ? 'the service does not say how it ended'
      : `${reason.field} is ${JSON.stringify(reason.value)}`;
  return `${outcome}, because ${why} (${describeTally(tally)})`;
}

function describePoll({ run, outcome, error, pauseMs }: WaitPoll): string {
  const seen =
    run !== undefined
      ? `${run.job} is ${outcome ?? 'unknown'}`
      : error !== undefined
        ? `the service did not respond (${isSynclineError(error) ? error.code : 'error'})`
        : 'no run yet';
  return pauseMs > 0 ? `Waiting: ${seen}; next check in ${formatDuration(pauseMs)} …` : `${seen}`;
}
