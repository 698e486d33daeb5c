import { describe, expect, it } from 'vitest';
import { ClientRequest } from '../../src/internal.ts';

const requestOf = (url: string, init: object = {}) => new ClientRequest(url, { method: 'GET', ...init });

describe('a request', () => {
  it.each([
    ['https://api.example/app/history?$filter=a/b', '/app/history'],
    ['https://api.example/app/history', '/app/history'],
    ['https://api.example/', '/'],
    ['https://api.example', '/'],
    ['https://api.example?a=/b', '/'],
    ['https://api.example/?a=b', '/'],
    ["https://api.example/jobs('a')?", "/jobs('a')"],
    ['', '/'],
  ])('to %j has the path %j', (url, path) => {
    expect(requestOf(url).path).toBe(path);
  });

  it.each<[object, object]>([
    [{}, { accept: 'application/json' }],
    [{ body: '{}' }, { accept: 'application/json', 'content-type': 'application/json' }],
    [{ body: '' }, { accept: 'application/json', 'content-type': 'application/json' }],
    [{ body: '{}', headers: { accept: 'text/plain' } }, { accept: 'text/plain' }],
  ])('made of %j has the headers %j', (init, headers) => {
    expect(requestOf('https://api.example', init).headers).toEqual(headers);
  });
});
