import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basic, type Credential } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createODataClient } from '../../src/index.ts';
import { createRecorder, isRecordingError, type RecorderOptions } from '../../src/recorder/index.ts';
import { json, replying } from '../support/in-process.ts';
import { canary, init, readHar, temporaryFile } from './support.ts';

describe('a recording fails', () => {
  const body = { value: [{ details: 'the note of a colleague' }] };
  const client = (
    options: Partial<RecorderOptions>,
    credential: Credential = basic({ username: 'a', password: canary }),
  ) => {
    const file = temporaryFile();
    const recorder = createRecorder({ file, ...options });
    const { transport } = replying(json(body));
    const odata = createODataClient({
      baseUrl: 'https://a.example',
      credential,
      fetch: recorder.transport({ credential, fetch: transport }),
    });
    return { file, recorder, odata };
  };

  it.each(['note of a colleague', 'Tm90ZQ=='])('before the canary %j would be written', async (found) => {
    const { file, recorder, odata } = client({ canaries: [found], redact: (text) => `${text} ${btoa('Note')}` });
    // The failure of the recorder does not affect the call.
    expect(await odata.history.list()).toEqual(body.value);
    expect(existsSync(file)).toBe(false);
    expect(recorder.error?.message).toBe(
      `GET /history: a secret was about to be written. Remove it with the option redact. The recording stopped, and ${file} was removed.`,
    );
    const error = await recorder.close().catch((thrown: unknown) => thrown);
    expect(isRecordingError(error) && [error.code, error.reason, error.file]).toEqual([
      'RECORDING_FAILED',
      'secret',
      file,
    ]);
    expect(await odata.history.list()).toEqual(body.value);
    expect(existsSync(file)).toBe(false);
  });

  it('but not when redact removes the canary', async () => {
    const seen: unknown[] = [];
    const { file, recorder, odata } = client({
      canaries: ['note of a colleague'],
      redact: (text, message) => {
        seen.push(message);
        return text.replace('note of a colleague', 'note');
      },
    });
    await odata.history.list();
    expect(await recorder.close()).toEqual({ entries: 1 });
    expect(readHar(file)[0]!.response.content.text).toBe('{"value":[{"details":"the note"}]}');
    expect(seen).toEqual([{ side: 'response', method: 'GET', path: '/history' }]);
  });

  it('at its end, when a text turns out to be a secret after it was written', async () => {
    const file = temporaryFile();
    const recorder = createRecorder({ file });
    const { transport } = replying(json(body), json({ access_token: 'note of a colleague' }), json({}));
    const send = recorder.transport({ fetch: transport });
    for (let count = 0; count < 2; count++) {
      const { body: answer } = await send('https://a.example/', init);
      for await (const _ of answer as AsyncIterable<Uint8Array>);
    }
    expect(existsSync(file)).toBe(true);
    await expect(recorder.close()).rejects.toThrow('A secret was written before it was identified as a secret.');
    expect(existsSync(file)).toBe(false);
  });

  it.each<[string, RecorderOptions['redact'], string]>([
    [
      'throws',
      () => {
        throw new Error(`no ${canary}`);
      },
      'redact failed: it threw Error. Its text may be secret and is not shown.',
    ],
    ['returns a promise', (async () => 'x') as never, 'redact failed: it must return a text'],
    [
      'rejects',
      (async () => {
        throw new Error('later');
      }) as never,
      'redact failed: it must return a text',
    ],
    ['hangs', (() => new Promise(() => {})) as never, 'redact failed: it must return a text'],
    ['returns nothing', (() => undefined) as never, 'redact failed: it must return a text'],
  ])('when redact %s', async (_, redact, message) => {
    const { file, recorder, odata } = client({ redact });
    expect(await odata.history.list()).toEqual(body.value);
    const error = await recorder.close().catch((thrown: unknown) => thrown);
    expect(isRecordingError(error) && error.reason).toBe('callback');
    expect((error as Error).message).toContain(message);
    expect(String(error)).not.toContain(canary);
    expect(existsSync(file)).toBe(false);
  });

  it.each<[string, () => string]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['returns no text', () => 7 as never],
  ])('when the scrub of a credential %s', async (_, scrub) => {
    const own: Credential = { scheme: 'own', apply: () => undefined, onUnauthorized: () => false, scrub };
    const { file, recorder, odata } = client({}, own);
    expect(await odata.history.list()).toEqual(body.value);
    const error = await recorder.close().catch((thrown: unknown) => thrown);
    expect((error as Error).message).toMatch(/^GET \/history: credential\.scrub failed: /);
    expect(existsSync(file)).toBe(false);
  });

  it.each<[string, (file: string) => void, string]>([
    ['deleted', (file) => rmSync(file), 'The file cannot be read: ENOENT.'],
    ['emptied', (file) => writeFileSync(file, ''), 'The file was changed during the recording.'],
    ['overwritten', (file) => createRecorder({ file }), 'The file was changed during the recording.'],
    [
      'broken',
      (file) => writeFileSync(file, `{"startedDateTime":"the note`),
      'The file was changed during the recording. Give each recorder its own file.',
    ],
  ])('when its file was %s', async (_, change, message) => {
    const { file, recorder, odata } = client({});
    await odata.history.list();
    change(file);
    const error = await recorder.close().catch((thrown: unknown) => thrown);
    expect(isRecordingError(error) && error.reason).toBe('file');
    expect((error as Error).message).toContain(message);
    expect(String(error)).not.toContain('note');
    expect(existsSync(file)).toBe(false);
  });
});
