import { describe, expect, it } from 'vitest';
import { createODataClient } from '../../src/index.ts';
import { inProcess, json, rejection } from '../support/in-process.ts';

const id = (value: string, status = 200, body: unknown = []) => json(body, status, { 'x-request-id': value });
const given = { requestIdHeader: 'X-Request-Id' };

describe('the id of a request', () => {
  it('is part of errors, events and responses', async () => {
    const { odata, events } = inProcess([id('r-1', 503), id('r-2', 404), id('r-3')], given);
    expect(await rejection(odata.history.list())).toMatchObject({ code: 'HTTP_ERROR', status: 404, requestId: 'r-2' });
    expect(events.map((event) => [event.type, (event as { requestId?: string }).requestId])).toEqual([
      ['start', undefined],
      ['attempt', 'r-1'],
      ['wait', undefined],
      ['attempt', 'r-2'],
      ['outcome', 'r-2'],
    ]);
    expect((await odata.history.list().withResponse()).requestId).toBe('r-3');
  });
  it('is part of an error about the body, of a list and of a stream', async () => {
    const replies = [id('r-1', 200, '[{'), id('r-2', 200, '[{')];
    const { odata } = inProcess(replies, given);
    expect(await rejection(odata.history.list())).toMatchObject({ reason: 'json', requestId: 'r-1' });
    expect(await rejection(odata.history.stream().next())).toMatchObject({ reason: 'json', requestId: 'r-2' });
  });
  it('is that of the last attempt only', async () => {
    const broken = () => {
      throw new TypeError('broken');
    };
    const { odata } = inProcess([id('r-1', 503), broken], { ...given, retry: 1 });
    const error = await rejection(odata.history.list());
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', attempts: 2 });
    expect((error as { requestId?: string }).requestId).toBeUndefined();
  });
  it('is shortened and cleaned, and shows no secret', async () => {
    const { odata } = inProcess([id(`secret\u0085${'x'.repeat(900)}`, 404)], given);
    const { requestId } = (await rejection(odata.history.list())) as { requestId: string };
    expect(requestId).toBe(`[redacted] ${'x'.repeat(189)}`);
  });
  it('is undefined without the option, or if the response has none', async () => {
    const read = async (replies: Parameters<typeof inProcess>[0], options?: object) =>
      ((await rejection(inProcess(replies, options).odata.history.list())) as { requestId?: string }).requestId;
    expect(await read([id('r-1', 404)])).toBeUndefined();
    expect(await read([json({}, 404)], given)).toBeUndefined();
  });
  it.each(['', 'a b', 'a:', null, {}, 7])('has a header whose name can be sent, not %j', (requestIdHeader) =>
    expect(() => createODataClient({ ...inProcess([]).options, requestIdHeader: requestIdHeader as string })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'requestIdHeader' }),
    ));
});
