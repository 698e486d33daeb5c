import { describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { isStateError, isWaitTimeoutError, restoreWait } from '../../src/index.ts';
import { sourceOf } from '../support/scripted-source.ts';
import { begin, classify, run, setUp } from '../support/wait-set-up.ts';

describe('serialized and restored', () => {
  test('it keeps the run, the limit and the tally', async () => {
    const controller = new AbortController();
    const source = sourceOf([run('a', 1, 'RUNNING')]);
    const first = setUp(source, { timeout: '90s', signal: controller.signal, onPoll: () => controller.abort() });
    await first.clock.run(first.wait.result()).catch(() => {});
    const text = first.wait.serialize();

    const clock = new ManualClock(begin + 80_000);
    const rest = restoreWait(text, { source, classify, clock, random: () => 0.5 });
    const error = await clock.run(rest.result()).catch((thrown: unknown) => thrown);
    expect(isWaitTimeoutError(error) && error.tally.polls).toBe(3);
    expect(clock.date()).toBe(begin + 90_000);
  });

  test('a run that ended before it started says nothing about the usual runtime', async () => {
    const { clock, wait } = setUp(sourceOf([run('old', -60, 'OK', -90), run('a', 1, 'OK')]));
    await clock.run(wait.result());
    expect(JSON.parse(wait.serialize())).toMatchObject({ wait: { expectedRuntime: 0 } });
  });

  test('it makes one last poll if the limit has passed in the meantime', async () => {
    const { wait } = setUp(sourceOf([]), { timeout: '90s' });
    const clock = new ManualClock(begin + 900_000);
    const rest = restoreWait(wait.serialize(), { source: sourceOf([run('a', 1, 'OK')]), classify, clock });
    expect(await clock.run(rest.result())).toMatchObject({ ok: true });
  });

  test('the text contains nothing of the source, the vocabulary or the records', () => {
    const { wait } = setUp(Object.assign(sourceOf([]), { secret: 'CANARY' }));
    expect(Object.keys((JSON.parse(wait.serialize()) as { wait: object }).wait)).toEqual([
      'version',
      'job',
      'target',
      'deadline',
      'failFast',
      'acceptWarned',
      'tally',
    ]);
  });

  test.each<[string, (text: string) => string, string]>([
    ['cut', (text) => text.slice(0, -5), 'is not JSON. Was it truncated?'],
    ['another text', () => '{}', 'is not a serialized wait'],
    ['null', () => 'null', 'is not a serialized wait'],
    [
      'another version',
      (text) => text.replace('"version":1', '"version":2'),
      'has version 2, and this package reads version 1',
    ],
    ['without its run', (text) => text.replace(/"target":\{[^}]*\}/, '"target":{}'), 'is incomplete'],
    ['without its limit', (text) => text.replace(/"deadline":\d+/, '"deadline":null'), 'is incomplete'],
    ['with a wrong tally', (text) => text.replace('"polls":0', '"polls":"0"'), 'is incomplete'],
    ['with a wrong schedule', (text) => text.replace('"tally"', '"cron":{"expression":"x"},"tally"'), 'is incomplete'],
  ])('a text that is %s is refused', (_name, change, message) => {
    const { wait } = setUp(sourceOf([]));
    try {
      restoreWait(change(wait.serialize()), { source: sourceOf([]), classify });
      expect.unreachable();
    } catch (error) {
      expect(isStateError(error) && error.message).toContain(message);
    }
  });
});
