import { describe, expect, it } from 'vitest';
import { type ClientOptions, createCloudClient, createODataClient, createV2Client } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply, settled } from '../support/in-process.ts';

const rows = json([]);
const busy = (status: number, retryAfter?: string): Reply =>
  json({}, status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
const broken: Reply = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
const pauses = ({ events }: ReturnType<typeof inProcess>) =>
  events.flatMap((event) => (event.type === 'wait' ? [event.milliseconds] : []));
const refusals = ({ events }: ReturnType<typeof inProcess>) =>
  events.flatMap((event) => (event.type === 'refusal' ? [event.reason] : []));

describe('a temporary failure', () => {
  it.each([408, 425, 429, 500, 502, 503, 504])('with status %i is retried, twice by default', async (status) => {
    const made = inProcess([busy(status)]);
    expect(await rejection(made.odata.history.list())).toMatchObject({
      code: 'HTTP_ERROR',
      status,
      attempts: 3,
      message: `GET /app/history: ${status} (after 3 attempts)`,
    });
    expect([made.asked.length, pauses(made).length, refusals(made)]).toEqual([3, 2, []]);
  });
  it('of the connection is retried', async () => {
    const made = inProcess([broken, broken, rows]);
    expect(await made.odata.history.list()).toEqual([]);
    expect(made.asked).toHaveLength(3);
    const lost = inProcess([broken]);
    expect(await rejection(lost.odata.history.list())).toMatchObject({
      code: 'NETWORK_ERROR',
      reason: 'ECONNRESET',
      attempts: 3,
    });
    expect(refusals(lost)).toEqual([]);
  });
  it('of an attempt that timed out is retried', async () => {
    const made = inProcess([() => new Promise(() => {}), rows]);
    const call = made.odata.history.list();
    await settled();
    made.step();
    expect(await call).toEqual([]);
    expect(made.asked).toHaveLength(2);
  });
  it.each([
    [0, 1],
    [1, 2],
    [5, 6],
  ])('is retried as often as retry says (%i), and the call takes precedence over the client', async (retry, attempts) => {
    const ofClient = inProcess([busy(503)], { retry });
    expect(await rejection(ofClient.odata.history.list())).toMatchObject({ attempts });
    const ofCall = inProcess([busy(503)], { retry: 3 });
    expect(await rejection(ofCall.odata.history.list({ retry }))).toMatchObject({ attempts });
  });
  it('is followed by a random pause, up to twice as long each time and at most eight seconds', async () => {
    const made = inProcess([busy(503)], { retry: 7, random: () => 0.999999, deadline: 600_000 });
    await rejection(made.odata.history.list());
    expect(pauses(made).map(Math.round)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    const lucky = inProcess([busy(503)], { random: () => 0 });
    await rejection(lucky.odata.history.list());
    expect(pauses(lucky)).toEqual([0, 0]);
  });
});

describe('a failure that stays is final:', () => {
  it.each([400, 401, 403, 404, 405, 409, 410, 422, 501, 505])('status %i', async (status) => {
    const made = inProcess([busy(status)]);
    expect(await rejection(made.odata.history.list())).toMatchObject({ status, attempts: 1 });
    expect([made.asked.length, refusals(made)]).toEqual([1, []]);
  });
  it.each([
    ['an answer that cannot be read', json('no')],
    ['an answer that is too large', json('x'.repeat(200))],
  ])('%s', async (_, reply) => {
    const made = inProcess([reply], { maxBodyBytes: 100 });
    expect(await rejection(made.odata.history.list())).toMatchObject({ attempts: 1 });
    expect(made.asked).toHaveLength(1);
  });
  it('the end of the deadline', async () => {
    const made = inProcess([() => new Promise(() => {})], { deadline: 500 });
    const call = rejection(made.odata.history.list());
    await settled();
    made.step();
    expect(await call).toMatchObject({ code: 'TIMEOUT', limit: 'deadline', attempts: 1 });
    expect([made.asked.length, refusals(made)]).toEqual([1, []]);
  });
});

describe('a call that may change something on the service', () => {
  const query = (reply: Reply, options: Partial<ClientOptions> = {}, retry?: number) => {
    const made = inProcess([reply], options);
    return {
      ...made,
      call: rejection(createCloudClient(made.options).query('UPDATE', retry === undefined ? {} : { retry })),
    };
  };
  it.each([busy(503), broken])('is not sent twice by default (case %#)', async (reply) => {
    const { call, asked } = query(reply);
    expect(await call).toMatchObject({ attempts: 1 });
    expect(asked).toHaveLength(1);
  });
  it('is sent again if the call or the client allows it', async () => {
    expect(await query(busy(503), {}, 2).call).toMatchObject({ attempts: 3 });
    expect(await query(busy(503), { retry: 1 }).call).toMatchObject({ attempts: 2 });
  });
  it('is not sent twice through raw either, whatever the client says; a HEAD is', async () => {
    const post = inProcess([busy(503)], { retry: 4 });
    await (post.odata.raw as unknown as { POST(path: string): Promise<unknown> }).POST('/history');
    expect(post.asked.map(({ init }) => init.method)).toEqual(['POST']);
    const head = inProcess([busy(503)], { retry: 4 });
    await (head.odata.raw as unknown as { HEAD(path: string): Promise<unknown> }).HEAD('/history');
    expect(head.asked.map(({ init }) => init.method)).toEqual(Array(5).fill('HEAD'));
  });
});

describe('a Retry-After', () => {
  it.each([
    ['2', 2],
    ['60', 60],
    ['Mon, 01 Jun 2026 00:00:07 GMT', 7],
    ['Monday, 01-Jun-26 00:00:07 GMT', 7],
    ['Mon Jun  1 00:00:07 2026', 7],
  ])('of %s is obeyed', async (header, seconds) => {
    const made = inProcess([busy(429, header), rows], { deadline: 120_000 });
    await made.odata.history.list();
    expect(made.events[2]).toMatchObject({
      type: 'wait',
      attempt: 1,
      milliseconds: seconds * 1000,
      retryAfterSeconds: seconds,
    });
  });
  it('is the minimum pause, not the maximum', async () => {
    const made = inProcess([busy(503, '0'), rows], { random: () => 0.5 });
    await made.odata.history.list();
    expect(pauses(made)).toEqual([250]);
  });
  it.each([
    ['61', 61, 'retry-after'],
    ['31', 31, 'deadline'],
    ['30', 30, 'deadline'],
  ])('of %s is left to the caller if it is too long', async (header, seconds, reason) => {
    const made = inProcess([busy(503, header)], { deadline: 30_000 });
    made.advance(1_000_000);
    expect(await rejection(made.odata.history.list())).toMatchObject({
      status: 503,
      attempts: 1,
      retryAfterSeconds: seconds,
    });
    expect([refusals(made), made.asked.length]).toEqual([[reason], 1]);
    const unheard = inProcess([busy(503, header)], { deadline: 30_000 });
    expect(await rejection(createODataClient({ ...unheard.options, onEvent: undefined }).history.list())).toMatchObject(
      { attempts: 1 },
    );
  });
  it('that is not a time is not reported', async () => {
    const made = inProcess([busy(503, 'soon')]);
    expect(await rejection(made.odata.history.list())).toMatchObject({ retryAfterSeconds: undefined });
    expect(pauses(made)).toEqual([0, 0]);
  });
  it('of the last response is also reported after all attempts', async () => {
    expect(await rejection(inProcess([busy(503, '1')], { retry: 1 }).odata.history.list())).toMatchObject({
      retryAfterSeconds: 1,
      attempts: 2,
    });
  });
});

describe('the budget of a client', () => {
  /** Counts how many retries a client makes if every request fails. */
  const spend = async (status: number) => {
    const made = inProcess([busy(status)]);
    for (let call = 0; call < 70; call += 1) await rejection(made.odata.history.list());
    return { ...made, retries: made.asked.length - 70 };
  };
  it('pays for 50 retries, or for 100 after a 429', async () => {
    expect((await spend(503)).retries).toBe(50);
    expect((await spend(429)).retries).toBe(100);
  });
  it('reports that it is empty, and lets each call fail immediately', async () => {
    const made = await spend(503);
    made.events.length = 0;
    expect(await rejection(made.odata.history.list())).toMatchObject({ status: 503, attempts: 1 });
    expect(made.events.map((event) => ('reason' in event ? event.reason : event.type))).toEqual([
      'start',
      'attempt',
      'budget',
      'outcome',
    ]);
  });
  it('is refunded after a success, so that a service that needs two tries is always tried twice', async () => {
    const made = inProcess(Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? busy(503) : rows)));
    for (let call = 0; call < 200; call += 1) await made.odata.history.list();
    expect([made.asked.length, refusals(made)]).toEqual([400, []]);
  });
  it('is refilled by one token for each call that needs no retry', async () => {
    const made = inProcess([...Array(150).fill(busy(503)), ...Array(10).fill(rows), busy(503)] as Reply[]);
    while (made.asked.length < 150) await rejection(made.odata.history.list());
    for (let call = 0; call < 10; call += 1) await made.odata.history.list().catch(() => {});
    expect(refusals(made).length).toBeGreaterThan(0);
    made.events.length = 0;
    await rejection(made.odata.history.list());
    expect(pauses(made)).toHaveLength(1);
    expect(refusals(made)).toEqual(['budget']);
  });
  it('is separate for each client', async () => {
    const made = await spend(503);
    const other = createV2Client(made.options);
    expect(await rejection(other.jobs.status('42'))).toMatchObject({ attempts: 3 });
  });
});
