import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';

/** A cron expression and how it is read. */
export interface CronCase {
  readonly expression: string;
  readonly sunday: 0 | 1;
  readonly seconds: boolean;
}

/** The next times of each expression after a moment, in milliseconds, or null where an evaluator refuses it. */
type Answers = readonly (readonly number[] | null)[];

/** A program that evaluates cron expressions independently of ours. */
export interface Evaluator {
  readonly name: string;
  /** Why it cannot be asked on this machine. */
  readonly missing: string | undefined;
  /** The expression in the evaluator's dialect, or undefined if it has none for it. */
  readonly translate: (given: CronCase) => string | undefined;
  readonly ask: (expressions: readonly string[], after: number, count: number) => Answers;
}

const folder = import.meta.dirname;
const quartzJar = '/usr/share/java/quartz2.jar';

/** The fields of an expression: seconds, if there are any, to the weekday, and the year, if there is one. */
interface Fields {
  readonly second: string | undefined;
  /** Minute, hour, day of the month and month */
  readonly middle: readonly [string, string, string, string];
  readonly weekday: string;
  readonly year: string | undefined;
}

function fieldsOf({ expression, seconds }: CronCase): Fields {
  const fields = expression.split(' ');
  const second = seconds && fields.length > 5 ? fields.shift() : undefined;
  const [minute = '', hour = '', day = '', month = '', weekday = '', year] = fields;
  return { second, middle: [minute, hour, day, month], weekday, year };
}

/** Changes the numbers of weekdays. Steps ("/2") and ordinals ("#2") are counts, not days. */
function renumber(weekday: string, change: (day: number) => number): string {
  return weekday.replace(/(?<![/#\d])\d/g, (day) => String(change(Number(day))));
}

/** The fields of Unix with Sunday as 0, and the field for seconds where there is one. */
function toUnix(given: CronCase): { readonly second: string | undefined; readonly fields: string } | undefined {
  if (given.expression.startsWith('@')) return { second: undefined, fields: given.expression.toLowerCase() };
  const { second, middle, weekday, year = '*' } = fieldsOf(given);
  if (year !== '*') return undefined;
  const day = weekday.replace(/^L$/i, given.sunday === 0 ? '6' : '7').replace(/^([1-7])\/(\d)$/, '$1-7/$2');
  const fields = [...middle, given.sunday === 0 ? weekday.replace(/^L$/i, '6') : renumber(day, (each) => each - 1)];
  return { second: second === '0' ? undefined : second, fields: fields.join(' ') };
}

/** Six or seven fields with Sunday as 1, of which one of the two days is `?`. */
function toQuartz(given: CronCase): string | undefined {
  if (given.expression.startsWith('@')) return undefined;
  const { second = '0', middle, weekday, year } = fieldsOf(given);
  const [minute, hour, date, month] = middle;
  let day = date;
  // Unix's 7 and steps over it have no number in Quartz.
  if (given.sunday === 0 && /[-/]/.test(weekday) && /\d/.test(weekday) && !/^[1-5]-[2-6]$/.test(weekday))
    return undefined;
  let dayOfWeek = given.sunday === 0 ? renumber(weekday, (each) => (each % 7) + 1) : weekday;
  if (day !== '?' && dayOfWeek !== '?') {
    if (dayOfWeek === '*') dayOfWeek = '?';
    else if (day === '*') day = '?';
    else return undefined;
  }
  return [second, minute, hour, day, month, dayOfWeek, ...(year === undefined ? [] : [year])].join(' ').toUpperCase();
}

function cronParserTimes(expression: string, after: number, count: number): number[] | null {
  const found: number[] = [];
  try {
    const times = CronExpressionParser.parse(expression, { tz: 'UTC', currentDate: new Date(after) });
    try {
      while (found.length < count) found.push(times.next().getTime());
    } catch {
      // It searches a limited time, and then there is no next time.
    }
    return found;
  } catch {
    return null;
  }
}

function cronerTimes(text: string, after: number, count: number): number[] | null {
  const [sunday, expression] = [text[0], text.slice(2)];
  try {
    const alternativeWeekdays = sunday === '1' && !expression.startsWith('@');
    const cron = new Cron(expression, { utcOffset: 0, alternativeWeekdays, paused: true });
    return cron.nextRuns(count, new Date(after)).map((at) => at.getTime());
  } catch {
    return null;
  }
}

/** Runs a program that reads a request on its standard input. */
function run(command: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

export const evaluators: readonly Evaluator[] = [
  {
    name: 'croniter',
    missing: existsSync('/usr/lib/python3/dist-packages/croniter')
      ? undefined
      : 'python3-croniter is not installed (Debian: apt-get install python3-croniter)',
    translate: (given) => {
      const { second, fields } = toUnix(given) ?? {};
      // The last of a weekday is written the other way round, and seconds come last.
      const translated = fields?.replace(/\b(\w{3}|\d)L\b/gi, 'L$1').replaceAll('?', '*');
      return translated && [translated, ...(second === undefined ? [] : [second])].join(' ');
    },
    ask: (expressions, after, count) =>
      JSON.parse(
        run('/usr/bin/python3', [`${folder}/croniter-next.py`], JSON.stringify({ expressions, after, count })),
      ) as Answers,
  },
  {
    name: 'cron-parser',
    missing: undefined,
    translate: (given) => {
      const { second, fields } = toUnix(given) ?? {};
      return fields && [...(second === undefined ? [] : [second]), fields].join(' ');
    },
    ask: (expressions, after, count) => expressions.map((each) => cronParserTimes(each, after, count)),
  },
  {
    name: 'croner',
    missing: undefined,
    // croner reads the weekdays of Quartz only by an option.
    translate: ({ expression, sunday }) => `${sunday} ${expression}`,
    ask: (expressions, after, count) => expressions.map((each) => cronerTimes(each, after, count)),
  },
  {
    name: 'quartz',
    missing: existsSync(quartzJar)
      ? undefined
      : 'Quartz is not installed (Debian: apt-get install libquartz2-java default-jdk-headless)',
    translate: toQuartz,
    ask: (expressions, after, count) =>
      run(
        'java',
        ['-cp', `${quartzJar}:/usr/share/java/slf4j-api.jar`, `${folder}/QuartzNext.java`],
        [after, count, ...expressions].join('\n'),
      )
        .trimEnd()
        .split('\n')
        .map((line) => (line === 'refused' ? null : line.trim().split(' ').filter(Boolean).map(Number))),
  },
];
