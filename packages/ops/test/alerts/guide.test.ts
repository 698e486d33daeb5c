import { readFileSync } from 'node:fs';
import type { Outcome } from '@syncline/runs';
import { expect, test } from 'vitest';
import { alerts } from '../../src/config/alert-schema.ts';
import { type EngineOptions, setUp } from '../support/alert-set-up.ts';
import { hour, origin } from '../support/alert-world.ts';

const file = '../../../docs/src/content/docs/guides/alerts-to-webhooks.md';
const guide = readFileSync(new URL(file, import.meta.url), 'utf8');

interface Entry {
  readonly description: string;
  readonly default?: unknown;
}

test('the table of rules in the guide says what their schema says', async () => {
  const { properties } = alerts.properties.rules.items;
  const rows = Object.entries(properties as unknown as Record<string, Entry>).map(([name, entry]) => {
    const standard = [entry.default ?? []].flat().map((value) => `\`${String(value)}\``);
    return `| \`${name}\` | ${standard.join(', ')} | ${entry.description.replace(/\.$/, '')} |`;
  });
  const table = ['| Entry of a rule | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
  const written = guide.replace(
    /(<!-- rules: start [^\n]*-->\n)[^]*?(<!-- rules: end -->)/,
    (_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
  );
  expect(written).toContain(table);
  await expect(written).toMatchFileSnapshot(file);
});

type World = ReturnType<typeof setUp>;
const rules = [
  { jobs: '*', on: ['warned', 'partial', 'failed', 'stale'] as const, after: 2, recover: 2, settle: '5h' },
];
const until = '2026-03-02T06:00:00Z';
const silence = { rules, silences: [{ jobs: '*', on: ['partial', 'failed'] as const, until }] };

/** Says what became of the run `key` after all. Without a key, runs have those of their order: r1, r2 and so on. */
const correct = (world: World, key: string, outcome: Outcome, previous: Outcome): Promise<void> =>
  world.run(outcome, { key, type: 'changed', previous });

/** When a run started and ended that is found last. */
const older = { start: origin - 2 * hour, end: origin - hour };

const twice = async (world: World, outcome: Outcome): Promise<void> => {
  await world.run(outcome);
  await world.run(outcome);
};
const restart = async (world: World, options: EngineOptions): Promise<void> => {
  world.restart(options);
  await world.look();
};
const later = async (world: World, hours: number): Promise<void> => {
  world.at(hours * hour);
  await world.look();
};

/** Brings an alert into each state. */
const states: Readonly<Record<string, (world: World) => Promise<void>>> = {
  closed: async () => undefined,
  held: async (world) => {
    world.restart(silence);
    await twice(world, 'partial');
  },
  open: (world) => twice(world, 'partial'),
};

/** Makes happen what the table says. */
const happenings: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  '`after` bad runs in a row': (world) => twice(world, 'partial'),
  '`after` bad runs in a row, for a reason that a silence names': async (world) => {
    world.restart(silence);
    await twice(world, 'partial');
  },
  'a good run': (world) => world.run('succeeded'),
  'bad runs that ended before the newest one': async (world) => {
    await world.run('succeeded');
    for (let count = 0; count < 2; count += 1) await world.run('partial', older);
  },
  'good runs that ended before the newest one': async (world) => {
    for (let count = 0; count < 2; count += 1) await world.run('succeeded', older);
  },
  'one run that is bad, is tried again, and is bad again': async (world) => {
    await world.run('failed');
    await world.run('running', { key: 'r1', type: 'reopened', previous: 'failed' });
    await world.run('failed', { key: 'r1', previous: 'running' });
  },
  'a good run that was bad after all, as the last of `after` bad runs in a row': async (world) => {
    await world.run('failed');
    await world.run('succeeded');
    await correct(world, 'r2', 'failed', 'succeeded');
  },
  'an older run that was bad after all': async (world) => {
    await world.run('succeeded', { ...older, key: 'older' });
    await world.run('failed');
    await world.run('failed', { ...older, key: 'older', type: 'changed', previous: 'succeeded' });
  },
  'the run that opened it was good after all': (world) => correct(world, 'r2', 'succeeded', 'partial'),
  'the newest run was good after all': (world) => correct(world, 'r2', 'succeeded', 'partial'),
  'an older run was good after all': async (world) => {
    world.at(hour);
    await world.run('partial');
    for (const key of ['r1', 'r2'])
      await world.run('succeeded', { key, start: origin - hour, end: origin, type: 'changed', previous: 'partial' });
  },
  'the newest run was good after all, and nothing bad for the time of `settle`': async (world) => {
    await correct(world, 'r2', 'succeeded', 'partial');
    await later(world, 5);
  },
  '`recover` good runs in a row, the last of which was bad after all': async (world) => {
    await twice(world, 'succeeded');
    await correct(world, 'r4', 'failed', 'succeeded');
  },
  'a bad run, for a reason that no silence names': (world) => world.run('warned'),
  'the silence ends': (world) => later(world, 6),
  '`recover` good runs in a row': (world) => twice(world, 'succeeded'),
  '`recover` good runs in a row, during a silence': async (world) => {
    world.restart({ rules, silences: [{ jobs: '*', until }] });
    await twice(world, 'succeeded');
  },
  'a good run, and nothing bad for the time of `settle`': async (world) => {
    await world.run('succeeded');
    await later(world, 5);
  },
  'nothing watches it anymore': (world) => restart(world, { rules: [] }),
  'you close it': (world) => world.alerts.close('Orders', 'run'),
  'a bad run, for the same reason or a better one': async (world) => {
    await world.run('partial');
    await world.run('warned');
  },
  'a bad run, for a worse reason': (world) => world.run('failed'),
  'a bad run, for a worse reason that a silence names': async (world) => {
    world.restart(silence);
    await world.run('failed');
  },
  'the silence of a worse reason ends': async (world) => {
    world.restart(silence);
    await world.run('failed');
    await later(world, 6);
  },
  'none of its receivers is configured anymore': (world) => restart(world, { rules, webhooks: ['pager'] }),
};

const [, stateTable = ''] = /\n\| Alert \| What happens [^\n]*\n[^\n]*\n((?:\|[^\n]*\n)*)/.exec(guide) ?? [];
const rows = stateTable
  .trimEnd()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`after`', '`after`')),
  );

test('the table of the guide has what can happen to an alert, in each state', () => {
  expect(rows.length).toBeGreaterThan(15);
  expect(new Set(rows.map(([, what]) => what))).toEqual(new Set(Object.keys(happenings)));
  expect(new Set(rows.flatMap(([state, , then]) => [state, then]))).toEqual(new Set(Object.keys(states)));
});

test.each(rows)('an alert that is %s: %s. It is %s then, with the message %s', async (state, what, then, message) => {
  const world = setUp({ rules });
  await states[state!]!(world);
  const before = (await world.sent()).length;
  await happenings[what!]!(world);
  const [alert] = await world.alerts.list();
  const isHeld = alert?.status === 'open' && alert.receivers.length === 0;
  expect(isHeld ? 'held' : (alert?.status ?? 'closed')).toBe(then);
  const messages = (await world.sent()).slice(before).map((text) => text.split(' ')[2]);
  expect(messages).toEqual(message === '' ? [] : message!.replaceAll('`', '').split(', '));
});
