import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { basic, clientCredentials } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, type Settled, settle, type Transport } from '../../src/index.ts';

/**
 * The folder `test_parsing` of github.com/nst/JSONTestSuite. Its files are not part of this repository. To run these
 * tests, clone it and set JSON_TEST_SUITE to the clone.
 */
const places = [
  process.env.JSON_TEST_SUITE,
  fileURLToPath(new URL('../../../../../shared/conformance/JSONTestSuite', import.meta.url)),
];
const folder = places.map((place) => `${place}/test_parsing`).find((place) => existsSync(place));
const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));

type Bytes = Uint8Array<ArrayBuffer>;
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** The value that JSON.parse returns for a body, or `refused` if it throws. */
const parsed = (bytes: Bytes): { value: unknown } | 'refused' => {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) as unknown };
  } catch {
    return 'refused';
  }
};
/** A transport that responds with the body in chunks of the given size. */
const responding =
  (body: Bytes, status = 200, size = body.length): Transport =>
  async () => {
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: (to) => {
        if (at >= body.length) return to.close();
        to.enqueue(body.subarray(at, (at += size)));
      },
    });
    return new Response(stream, { status, headers: { 'content-type': 'application/json' } });
  };
const options = { baseUrl: 'https://api.example', credential: basic({ username: 'ada', password: 'x' }), retry: 0 };
const odata = (fetch: Transport) => createODataClient({ ...options, fetch });
const list = (body: Bytes) => settle(odata(responding(body)).history.list() as Promise<unknown>);
const stream = (body: Bytes, size: number) =>
  settle(
    (async () => {
      const records: unknown[] = [];
      for await (const record of odata(responding(body, 200, size)).history.stream()) records.push(record);
      return records as unknown;
    })(),
  );
const recordsOf = (value: unknown): unknown =>
  Array.isArray(value) ? value : (value as { value: unknown } | null)?.value;

/** Fails if a body is accepted that JSON.parse refuses, or if the value differs from that of JSON.parse. */
const check = (settled: Settled<unknown>, body: Bytes, wanted: (value: unknown) => unknown = (value) => value) => {
  if (!settled.ok) return expect(settled.error).toMatchObject({ code: 'RESPONSE_FORMAT' });
  const reference = parsed(body);
  expect(reference, 'accepted what JSON.parse refuses').not.toBe('refused');
  const same = reference !== 'refused' && isDeepStrictEqual(settled.data, wanted(reference.value));
  expect(same, 'altered what JSON.parse reads').toBe(true);
};
const text = new TextEncoder();
const around = (before: string, body: Uint8Array, after: string): Bytes =>
  Uint8Array.from([...text.encode(before), ...body, ...text.encode(after)]);

if (folder === undefined) {
  console.log('skipped: JSONTestSuite, since JSON_TEST_SUITE does not name a clone of github.com/nst/JSONTestSuite');
  it.skip('JSONTestSuite', () => {});
} else
  describe('JSONTestSuite', () => {
    it('has 318 bodies', () => expect(files).toHaveLength(318));

    it.each(files)('%s', { timeout: 20_000 }, async (name) => {
      const body = Uint8Array.from(readFileSync(`${folder}/${name}`));
      // Read as a list and as a stream: the body alone, as the value of an envelope, and as a member of a record.
      for (const each of [body, around('{"value":', body, '}'), around('[{"a":1},{"b":', body, '},{"c":2}]')]) {
        const listed = await list(each);
        check(listed, each, recordsOf);
        for (const size of [1, 13, each.length]) {
          const streamed = await stream(each, size === 1 && each.length > 5000 ? 4096 : size);
          const outcome = ({ ok, data, error }: Settled<unknown>) => [ok, data, (error as { reason?: string })?.reason];
          expect(outcome(streamed)).toEqual(outcome(listed));
        }
      }
      // Read as one record: the body alone, and as a member of a record.
      for (const each of [body, around('{"JobName":"a","more":', body, '}')])
        check(await settle(odata(responding(each)).jobs.get('a') as Promise<unknown>), each);
      const query = (fetch: Transport) => createCloudClient({ ...options, fetch }).query('SELECT 1');
      check(await settle(query(responding(body))), body);
      // As the body of a failure: the code and message are read only from valid JSON.
      const { error } = await settle(odata(responding(body, 400)).history.list());
      expect(error).toMatchObject({ code: 'HTTP_ERROR', status: 400, serviceCode: undefined });
      if (parsed(body) === 'refused') expect(error).toMatchObject({ serviceMessage: undefined });
      // As the response of a token endpoint: none of the bodies is a token.
      const credential = clientCredentials({
        authUrl: 'https://id.example',
        clientId: 'a',
        clientSecret: 'the client secret',
        fetch: responding(body),
      });
      const refused = await settle(
        createODataClient({ ...options, credential, fetch: responding(text.encode('[]')) }).history.list(),
      );
      expect(refused.error?.code).toBe('AUTH_FAILED');
    });
  });
