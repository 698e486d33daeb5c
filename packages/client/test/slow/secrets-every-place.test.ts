import { inspect } from 'node:util';
import { bearer } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { type ClientEvent, createCloudClient, createODataClient } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';
import { core, encodings } from '../secrets/encodings.ts';

/** Random numbers that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const letters = 'abcdefghijkLMNOPQRSTUVWXYZ0123456789-._~+/=!@$&*()\'"\\%<>{}|^`;:,?# £é';
/** Secrets of 12 to 61 characters that a header can carry, including characters that encodings write differently. */
function secrets(count: number, random: () => number): string[] {
  const letter = () => letters[Math.floor(random() * letters.length)] as string;
  return Array.from({ length: count }, () => `Ca${Array.from({ length: 8 + random() * 50 }, letter).join('')}yZ`);
}

type Call = (
  text: string,
  send: (replies: Reply[], given?: object) => ReturnType<typeof inProcess>,
) => Promise<unknown>;
const fails =
  (reply: Reply): Call =>
  (_, send) =>
    send([reply]).odata.history.list();
const throwing =
  (fault: (text: string) => unknown): Call =>
  (text, send) =>
    fails(() => Promise.reject(fault(text)))(text, send);

/** The places through which a foreign text can get into an error or event. */
const places: Readonly<Record<string, Call>> = {
  'message of an OData error': (text, send) => fails(json({ error: { code: 'x', message: text } }, 404))(text, send),
  'code of an OData error': (text, send) => fails(json({ error: { code: text, message: 'x' } }, 404))(text, send),
  'message of a v2 error': (text, send) =>
    fails(json({ code: 7, message: `a "${text}"`, error: 'x' }, 500))(text, send),
  'page of a proxy': (text, send) => fails(() => new Response(`<p>${text}</p>`, { status: 502 }))(text, send),
  'JSON without its end': (text, send) => fails(json(`{"error":{"message":${JSON.stringify(text)}`, 400))(text, send),
  'error with a success status': (text, send) => fails(json({ error: { code: text, message: text } }))(text, send),
  'value that cannot be decoded': (text, send) => send([json({ Scheduled: text })]).odata.jobs.get('x'),
  'message of an error': throwing((text) => new Error(text)),
  'cause of an error': throwing((text) => new TypeError('fetch failed', { cause: new Error(`at ${text}`) })),
  'code of an error': throwing((text) => Object.assign(new Error('x'), { code: text })),
  'name of an error': throwing((text) => Object.assign(new Error('x'), { name: text })),
  'thrown text': throwing((text) => text),
  'address in an error': throwing(
    (text) => new Error(`https://u:${encodeURIComponent(text)}@proxy.example:1/a failed`),
  ),
  'broken body': (text, send) =>
    fails(() => new Response(new ReadableStream({ start: (controller) => controller.error(new Error(text)) })))(
      text,
      send,
    ),
  'broken stream': (text, send) => {
    const body = () => new Response(new ReadableStream({ start: (controller) => controller.error(new Error(text)) }));
    return send([body]).odata.history.stream().next();
  },
  'validation issue': (text, send) => {
    const validate = () => ({ issues: [{ message: `not ${text}`, path: [text] }] });
    const schema = { '~standard': { version: 1, vendor: 'x', validate } } as const;
    return createCloudClient(send([json({})]).options).query('SELECT 1', { schema });
  },
  'error of a schema': (text, send) => {
    const validate = () => Promise.reject(new Error(text));
    const schema = { '~standard': { version: 1, vendor: 'x', validate } } as const;
    return createCloudClient(send([json({})]).options).query('SELECT 1', { schema });
  },
  'name of a job': (text, send) => send([json({}, 404)]).odata.jobs.get(text),
  'path of the service': (text, send) => {
    const { options } = send([json({}, 404)]);
    return createODataClient({ ...options, baseUrl: `https://api.example/${encodeURIComponent(text)}` }).history.list();
  },
};

/** Every text that a program could print for these values. */
function printed(values: readonly unknown[]): string {
  return values
    .flatMap((value) => {
      const texts = [inspect(value, { depth: 12, showHidden: true }), String(value), JSON.stringify(value) ?? ''];
      for (let error = value; error instanceof Error; error = error.cause)
        texts.push(error.message, error.stack ?? '', JSON.stringify(error), `${(error as { body?: string }).body}`);
      return texts;
    })
    .join('\n');
}

describe.each(Object.entries(places))('a secret in the %s', (place, call) => {
  it.each(Object.keys(encodings))('%s is in no error, event or inspection', async (encoding) => {
    const random = seeded(20260601);
    for (const secret of secrets(6, random)) {
      const events: ClientEvent[] = [];
      // The start event comes before a secret function is called, so it could not be cleared of that secret.
      const isInPath = place.startsWith('name of a job') || place.startsWith('path');
      const credential = bearer(isInPath ? secret : () => secret);
      const text = `<< ${encodings[encoding]!(secret)} >>`;
      const error = await rejection(
        call(text, (replies, given) =>
          inProcess(replies, { credential, retry: 0, onEvent: (event) => events.push(event), ...given }),
        ),
      );
      const said = printed([error, events, credential]);
      for (const each of ['as it is', encoding]) {
        expect(said.toLowerCase()).not.toContain(core(each, secret).toLowerCase());
      }
    }
  });
});
