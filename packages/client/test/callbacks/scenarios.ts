import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  basic,
  bearer,
  clientCredentials,
  type ClientCredentialsOptions,
  type Credential,
  sharedTokens,
} from '@syncline/auth';
import { redisTokenStore } from '@syncline/auth/redis';
import {
  type Clock,
  createCloudClient,
  createODataClient,
  createV2Client,
  type ClientOptions,
  type Transport,
} from '../../src/index.ts';
import { traceCalls } from '../../src/opentelemetry.ts';
import { createRecorder, type Recorder } from '../../src/recorder/index.ts';
import { inProcess, json, replying, type Reply, settled } from '../support/in-process.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { type Behaviour, canary, misbehaving, type Throwing } from './behaviours.ts';
// A call loads it on demand. It is loaded here in advance, so that no time limit passes while it loads.
import '../../../auth/src/client-credentials/token-exchange.ts';

/** Makes one call with a function that misbehaves. Time passes as soon as nothing else happens. */
export type Scenario = (behaviour: Behaviour | Throwing) => Promise<unknown>;

/** The events of the calls, which must not show a secret either. */
export const events: unknown[] = [];
const onEvent = (event: unknown): void => void events.push(event);

const token = json({ access_token: 'token-1', expires_in: 3600 });
const rows = json([]);
/** The default `storeTimeout` of `sharedTokens`, in milliseconds. */
const storeTimeout = 1000;
const key = new Uint8Array(32);

/** Ends pending waits of up to the given length until the call has ended. Other threads take no virtual time. */
async function ended<Value>(call: Promise<Value>, manual: Manual, longest = Number.POSITIVE_INFINITY): Promise<Value> {
  let isEnded = false;
  const end = () => void (isEnded = true);
  call.then(end, end);
  while (!isEnded) {
    for (let turn = 0; turn < 50; turn += 1) await settled();
    if (!isEnded && [...manual.pending].some(({ at }) => at - manual.clock.now() <= longest)) manual.step();
  }
  return call;
}

type Manual = ReturnType<typeof createManualClock>;

function list(
  replies: readonly Reply[],
  options: (manual: Manual) => Partial<ClientOptions>,
  longest?: number,
): Promise<unknown> {
  const manual = createManualClock();
  const { options: usual } = inProcess(replies, { clock: manual.clock });
  const credential = basic({ username: 'ada', password: canary });
  const client = createODataClient({ ...usual, onEvent, credential, ...options(manual) });
  return ended(client.history.list(), manual, longest);
}

/** A call with client credentials, which receives a token and then the records. */
function listWithToken(given: Partial<ClientCredentialsOptions>, longest?: number): Promise<unknown> {
  const create = ({ clock }: Manual) => {
    const options = {
      authUrl: 'https://auth.example',
      clientId: 'service',
      clientSecret: canary,
      onEvent,
      clock,
      random: () => 0,
    };
    return { credential: clientCredentials({ ...options, ...given }) };
  };
  return list(
    [({ url }) => (url.startsWith('https://auth.example') ? token : rows)({ url } as never)],
    create,
    longest,
  );
}

const own = (verbs: Partial<Credential>): Credential => ({
  scheme: 'own',
  apply: () => {},
  onUnauthorized: () => false,
  scrub: (text) => text.replaceAll(canary, '[redacted]'),
  ...verbs,
});

const store = (does: () => never) => ({ get: does, set: does, lock: does });

/** A recorded call. Rejects with the error of the call or of the recording. */
async function recorded(transport: (recorder: Recorder) => Transport): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  const recorder = createRecorder({ file: join(folder, 'session.har') });
  try {
    await list([], () => ({ fetch: transport(recorder) }));
    return await recorder.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The scenarios, by the name of the callback in packages/core/callbacks.json. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'Secret function': (behaviour) =>
    list([rows], () => ({ credential: basic({ username: 'ada', password: misbehaving(behaviour, { canary }) }) })),
  'Client secret function': (behaviour) => listWithToken({ clientSecret: misbehaving(behaviour, 7) }),
  Transport: (behaviour) => list([], () => ({ fetch: misbehaving(behaviour, { ok: true, json: () => [] }) })),
  'Transport of token requests': (behaviour) => listWithToken({ fetch: misbehaving(behaviour, 'a text') }),
  '`apply`': (behaviour) =>
    list([rows], () => ({
      credential: own({
        apply: (request) => {
          if (behaviour !== 'lies') return misbehaving(behaviour, undefined)();
          request.headers['x-key'] = 'line\nline';
        },
      }),
    })),
  '`onUnauthorized`': (behaviour) =>
    list([json({}, 401)], () => ({ credential: own({ onUnauthorized: misbehaving(behaviour, 'yes') }) })),
  '`scrub`': (behaviour) =>
    list([json({ message: canary }, 404)], () => ({ credential: own({ scrub: misbehaving(behaviour, undefined) }) })),
  Listener: (behaviour) => list([rows], () => ({ onEvent: misbehaving(behaviour, canary) })),
  'Listener for tokens': (behaviour) => listWithToken({ onEvent: misbehaving(behaviour, canary) }),
  Tracer: (behaviour) => list([rows], () => ({ traceAttempt: misbehaving(behaviour, canary) })),
  'OpenTelemetry tracer': (behaviour) => {
    const tracer = { startSpan: misbehaving(behaviour, { spanContext: () => ({}) }), startActiveSpan: () => {} };
    return list([rows], () => ({ ...traceCalls({ tracer: tracer as never }) }));
  },
  Recorder: async (behaviour) => {
    const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
    const recorder = createRecorder({ file: join(folder, 'session.har'), redact: misbehaving(behaviour, 7) });
    const { transport } = replying(rows);
    try {
      await list([], () => ({ fetch: recorder.transport({ fetch: transport }) }));
      return await recorder.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  'Credential of a recorder': (behaviour) =>
    recorded((recorder) =>
      recorder.transport({ credential: { scrub: misbehaving(behaviour, 7) }, fetch: replying(rows).transport }),
    ),
  'Transport of a recorder': (behaviour) =>
    recorded((recorder) => recorder.transport({ fetch: misbehaving(behaviour, { ok: true, json: () => [] }) })),
  'Standard Schema': (behaviour) => {
    const manual = createManualClock();
    const { options } = inProcess([json({})], { clock: manual.clock, credential: bearer(canary) });
    const validate = misbehaving(behaviour, { problems: canary });
    const schema = { '~standard': { version: 1, vendor: 'own', validate } } as const;
    return ended(createCloudClient(options).query('SELECT 1', { schema }), manual);
  },
  'End of a watch': async (behaviour) => {
    const manual = createManualClock();
    const { options } = inProcess([json([]), json([{ history_id: '1', status: canary }])], { clock: manual.clock });
    const watch = createV2Client(options).jobs.watchStatus('42', { until: misbehaving(behaviour, canary) });
    const records = watch[Symbol.asyncIterator]();
    const read = async () => (await records.next(), (await records.next()).value as unknown);
    return ended(read(), manual, 30_000);
  },
  'Token sharing': (behaviour) => listWithToken({ tokenStore: { obtain: misbehaving(behaviour, { value: 7 }) } }),
  'Token store': (behaviour) => {
    const lies = { value: 7, remainingMs: Number.NaN };
    return listWithToken(
      { tokenStore: sharedTokens({ key, store: store(misbehaving(behaviour, lies)) }) },
      storeTimeout,
    );
  },
  'Release of a lock': (behaviour) => {
    const lock = async () => misbehaving(behaviour, canary);
    const kept = { get: async () => undefined, set: async () => {}, lock };
    return listWithToken({ tokenStore: sharedTokens({ key, store: kept }) }, storeTimeout);
  },
  'Redis client': (behaviour) => {
    const redis = { call: misbehaving(behaviour, { canary }) };
    return listWithToken({ tokenStore: sharedTokens({ key, store: redisTokenStore(redis) }) }, storeTimeout);
  },
  Clock: (behaviour) => {
    const { clock } = createManualClock();
    const changed: Partial<Clock> =
      behaviour === 'hangs' ? { wait: () => () => {} } : { now: misbehaving(behaviour, Number.NaN) };
    const { options } = inProcess([rows], { clock: { ...clock, ...changed } });
    return createODataClient(options).history.list();
  },
  'Random numbers': (behaviour) => list([json({}, 503)], () => ({ random: misbehaving(behaviour, 2) })),
};
