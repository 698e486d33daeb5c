import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../src/recorder/index.ts';
import { json, replying } from '../support/in-process.ts';
import { init, readHar, temporaryFile } from './support.ts';

describe('a recording of JSON', () => {
  const record = async (answer: string) => {
    const file = temporaryFile();
    const recorder = createRecorder({ file });
    const { transport } = replying(() => new Response(answer), json({ details: 'of hun"ter-22' }));
    const send = recorder.transport({ fetch: transport });
    for (const request of [{ ...init, method: 'POST', headers: {}, body: answer }, init]) {
      const { body } = await send('https://api.example/v2/users/generate-token', request);
      for await (const _ of body as AsyncIterable<Uint8Array>);
    }
    await recorder.close();
    return readHar(file).flatMap(({ request, response }) => [request.postData?.text, response.content.text]);
  };

  it.each([
    'token',
    'access_token',
    'accessToken',
    'refresh_token',
    'user_token',
    'personal_access_token',
    'authtoken',
    '@authtoken',
    'x-acme-authtoken',
    'secret',
    'client_secret',
    'clientSecret',
    'Password',
    'user_password',
    'passwd',
    'passphrase',
    'pwd',
    'client_assertion',
    'apiKey',
    'api_key',
    'access-key',
  ])('removes the value of %s', async (name) => {
    const removed = `{"a":1,"${name}" : "redacted"}`;
    expect(await record(`{"a":1,"${name}" : "hun\\"ter-22"}`)).toEqual([
      removed,
      removed,
      undefined,
      '{"details":"of [redacted]"}',
    ]);
  });

  it.each(['{"token":"hun', '{"token":"hun\\'])('removes a value that was cut: %s', async (cut) => {
    expect((await record(cut)).slice(0, 2)).toEqual(['{"token":"redacted"', '{"token":"redacted"']);
  });

  it.each([
    ['Server=db;Password=hun ter;Database=x', 'Server=db;Password=redacted;Database=x'],
    ['Server=db;Pwd = hun\\"ter\\\\', 'Server=db;Pwd = redacted'],
    ['AccountName=a;AccountKey=aHVu==;Suffix=b', 'AccountName=a;AccountKey=redacted;Suffix=b'],
    ['postgres://ada:hun:ter@db.example/x', 'postgres://ada:redacted@db.example/x'],
  ])('removes the secret in the text %s', async (text, expected) => {
    const [sent, received] = await record(`{"connection":"${text}","a":1}`);
    expect([sent, received]).toEqual(Array(2).fill(`{"connection":"${expected}","a":1}`));
  });

  it.each([
    '{"c":"Server=db;Password=hun',
    '{"c":"Server=db;Password=hun\\',
  ])('also one that was cut: %s', async (cut) => {
    expect((await record(cut)).slice(0, 2)).toEqual(Array(2).fill('{"c":"Server=db;Password=redacted'));
  });

  it('reads a long text after the name of a secret', async () => {
    const [sent] = await record(`{"c":"${'password='.repeat(1_100_000)}"}`);
    expect(sent?.length).toBeLessThan(100_000);
  });

  it.each([
    '{"token_type":"Bearer","tokens":1,"details":"the token","token_count":2,"key":"JobName"}',
    '{"next":"https://db.example:8080/x?$skiptoken=100&api_key=1","details":"ada@db.example: the password is wrong"}',
  ])('keeps everything else: %s', async (text) => {
    expect((await record(text)).slice(0, 2)).toEqual([text, text]);
  });
});
