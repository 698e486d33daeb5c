import { readInventory, takeSnapshot } from '@syncline/jobs';
import { describe, expect, test } from 'vitest';
import { printDrift as drift } from '../../src/commands/drift.ts';
import type { CommandContext } from '../../src/command/define-command.ts';
import { requireInterface } from '../../../ops/src/environment/environment.ts';
import { printRecord } from '../../src/formats/print-record.ts';
import { printTable } from '../../src/formats/print-table.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { diagnose, freshness, history, jobs, lint, status, watch } from '../support/commands.ts';

const hostile = 'x\u001b]8;;http://evil\u0007y\u001b[2J\u009b31m\u202e\u2066\r\n\tforged\u001b[35mz';
/** Our own styles are the only characters that a terminal may obey. */
const styles = /\u001b\[(?:[12]|22|3[1-6]|39)m/g;
const obeyed = /(?!\n)\p{Cc}|\p{Cf}/u;

function dataOf(version: string) {
  const names = ['Orders', 'Stock'].map((name) => `${name}${hostile}`);
  const records = names.map((JobName, index) => ({
    JobId: `j${index}${hostile}`,
    JobName,
    WorkspaceName: hostile,
    Source: `${version}${hostile}`,
    Destination: hostile,
    Scheduled: 'true',
    ScheduledCron: `${version}${hostile}`,
    [`Unknown${hostile}`]: `${version}${hostile}`,
  }));
  return {
    jobs: records,
    history: names.flatMap((jobname, job) =>
      ['SUCCESS', 'FAILED', `odd${hostile}`, 'FAILED'].map((each, index) => ({
        historyid: `h${job}${index}${hostile}`,
        jobname,
        status: each,
        runstartdate: new Date(now - (9 - index) * 3_600_000).toISOString(),
        runenddate: new Date(now - (8.5 - index) * 3_600_000).toISOString(),
        error: each === 'SUCCESS' ? '' : `boom ${hostile}`,
        details: hostile,
      })),
    ),
    workspaces: [
      {
        id: 'w1',
        name: hostile,
        connections: [{ id: 'c1', name: hostile, connector: hostile, error: hostile }],
        jobs: records.map(({ JobId: id, JobName: name }) => ({ id, name, connector: hostile, error: hostile })),
      },
    ],
  };
}
const start = (version: string, width?: number) =>
  setUp({
    sandbox: { data: dataOf(version), scale: undefined, seed: undefined } as never,
    width,
    environment: { freshness: [{ jobs: '*', limits: { warnAfter: '2h', errorAfter: '3h' } }] as never },
  });
const snapshotOf = async ({ environment }: CommandContext) =>
  takeSnapshot(
    await readInventory({ odata: requireInterface(environment, 'odata'), v2: requireInterface(environment, 'v2') }),
  );

const commands: Readonly<Record<string, (context: CommandContext) => Promise<unknown>>> = {
  jobs: (context) => jobs({}, context),
  status: (context) => status({}, context),
  history: (context) => history({}, context),
  lint: (context) => lint({}, context),
  freshness: (context) => freshness({}, context),
  diagnose: (context) => diagnose({ run: `h03${hostile}` }, context),
  'diagnose of a run that did not fail': (context) => diagnose({ run: `h00${hostile}` }, context),
  drift: async (context) => {
    const { context: earlier } = await start('old');
    return drift(await snapshotOf(earlier), await snapshotOf(context), { environments: 'same' }, context.output);
  },
  watch: async (context) => {
    const end = new AbortController();
    const output = { ...context.output, write: (text: string) => (context.output.write(text), end.abort()) };
    return watch({}, { ...context, output, signal: end.signal }, undefined);
  },
  'watch on a screen': (context) => {
    let quit = (): void => undefined;
    return watch({}, context, {
      size: () => ({ width: context.output.view.width ?? 200, height: 40 }),
      draw: (frame) => (context.output.write(frame), quit()),
      close: () => undefined,
      on: (event, call) => {
        if (event === 'quit') quit = call;
      },
    });
  },
};

describe.each([undefined, 80, 400])('on a terminal of %s columns', (width) => {
  test.each(Object.keys(commands))('a table of %s has no control character of the service', async (name) => {
    for (const colored of [false, true]) {
      const { context, text } = await start('new', width);
      const output = { ...context.output, view: { ...context.output.view, colored } };
      await commands[name]?.({ ...context, output });
      expect(text().replace(colored ? styles : '', '')).not.toMatch(obeyed);
      expect(text()).not.toMatch(/^ ?forged/m);
    }
  });
});

test('a table and a record clean what a command forgets, and style it afterwards', () => {
  const view = { width: undefined, colored: true, now };
  const columns = [
    { name: 'a', value: () => hostile, text: () => hostile, style: () => 'red' as const },
    { name: 'b', value: () => ({ [hostile]: hostile, big: 2n ** 60n }), style: () => ['red', 'green'] as const },
    { name: 'c', value: () => hostile, text: () => hostile },
  ];
  const clean = 'x ]8;;http://evil y [2J 31m forged [35mz';
  const [, line = ''] = printTable([0], columns, view).split('\n');
  expect(line).toContain(`\u001b[31m${clean}\u001b[39m`);
  expect(line.replace(styles, '')).not.toMatch(obeyed);
  expect(printRecord([['Run', [hostile, [[hostile, 'bold'], '  ', hostile]]]], view)).toBe(
    [`\u001b[2mRun\u001b[22m  ${clean}`, `     \u001b[1m${clean}\u001b[22m  ${clean}`].join('\n'),
  );
});
