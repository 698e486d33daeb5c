import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSession, type SessionReport } from './storm/session.ts';

/** The number of calls. The full run makes 200,000. */
const total = Number(process.env.STORM_CALLS ?? 20_000);
/** The seed of the first session. To repeat only a session that failed, set `STORM_CALLS=200` and its seed. */
const firstSeed = Number(process.env.STORM_SEED ?? 1);
const perSession = 200;
/** Seeds of sessions that use different kinds of credentials. */
const longSeeds = [1, 3];
const everyOutcome = [
  'ABORTED',
  'AUTH_FAILED',
  'CALLBACK_FAILED',
  'CONFIG_INVALID',
  'HTTP_ERROR',
  'NETWORK_ERROR',
  'REDIRECT_REFUSED',
  'RESPONSE_FORMAT',
  'RESPONSE_TOO_LARGE',
  'TIMEOUT',
  'value',
];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const unhandled: unknown[] = [];
const record = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', record).on('uncaughtException', record));
afterAll(() => void process.off('unhandledRejection', record).off('uncaughtException', record));

const megabytesUsed = (): number => {
  collect();
  return Math.round(process.memoryUsage().heapUsed / 1e5) / 10;
};

const brokenIn = ({ broken }: SessionReport): string[] => [
  ...broken,
  ...unhandled.splice(0).map((reason) => `unhandled: ${inspect(reason)}`),
];

it(`${total} calls end in time with a value or a typed error, and leave nothing, during all kinds of faults`, async () => {
  const outcomes: Record<string, number> = {};
  const megabytes: number[] = [];
  let milliseconds = 0;
  const sessions = Math.ceil(total / perSession);
  // Loads the modules that are loaded on first use.
  await runSession(0, perSession);
  for (let index = 0; index < sessions; index += 1) {
    if (index % Math.ceil(sessions / 8) === 0) megabytes.push(megabytesUsed());
    const seed = firstSeed + index;
    const report = await runSession(seed, perSession);
    expect(brokenIn(report), `repeat it with STORM_CALLS=${perSession} STORM_SEED=${seed}`).toEqual([]);
    for (const [outcome, count] of Object.entries(report.outcomes))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    milliseconds += report.milliseconds;
  }
  megabytes.push(megabytesUsed());
  console.log({ outcomes, virtualHours: milliseconds / 3_600_000, megabytes });
  expect(megabytes.at(-1)).toBeLessThan((megabytes[megabytes.length >> 1] as number) + 4);
  // The storm must produce every kind of error that a call can have.
  if (total >= 20_000) expect(Object.keys(outcomes).sort()).toEqual(everyOutcome);
});

it.each(longSeeds)('an hour of the same clients (seed %i) takes no memory', async (seed) => {
  const calls = 3_000;
  const megabytes: number[] = [];
  const report = await runSession(seed, calls, 2_400, (number) => {
    if (number % 500 === 0) megabytes.push(megabytesUsed());
  });
  console.log({ ...report, megabytes });
  expect(brokenIn(report)).toEqual([]);
  expect(report.milliseconds).toBeGreaterThan(3_400_000);
  expect(megabytes.at(-1)).toBeLessThan((megabytes[1] as number) + 1.5);
});
