import type { RequestListener } from 'node:http';
import { basic } from '@syncline/auth';
import { expect, onTestFinished, test } from 'vitest';
import { probe, type Probe } from '../../src/doctor/probe.ts';
import { openRoute } from '../../src/doctor/route.ts';
import { stillClock } from './run-doctor.ts';
import { http } from './servers.ts';

/** Sends one request to a server that responds with the given body, headers and status. */
async function probeOf(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Promise<Probe & { readonly baseUrl: string }> {
  const baseUrl = await http((_request, response) => void response.writeHead(status, headers).end(body));
  return { ...(await probeAt(baseUrl)), baseUrl };
}

async function probeAt(baseUrl: string, query?: readonly (readonly [string, string])[]): Promise<Probe> {
  const route = openRoute(baseUrl, { proxy: false }, {});
  onTestFinished(() => route.transport.close());
  const credential = basic({ username: 'ada', password: 'the-long-password' });
  return probe({ baseUrl, credential, allowInsecureHttp: false, route, clock: stillClock().clock }, '/history', query);
}

test('a list in JSON', async () => {
  const { baseUrl: _, ...seen } = await probeOf('[1]', { 'content-type': 'Application/JSON; charset=utf-8' });
  expect(seen).toEqual({
    status: 200,
    contentType: 'application/json',
    body: [1],
    problem: null,
    failure: null,
    hasNextLink: false,
    isHtml: false,
    isLoginForm: false,
    location: null,
    offers: [],
  });
});

test.each([
  ['<?p=2>; rel="last next"', '[]', true],
  ['<?p=2>; rel="next-archive"', '[]', false],
  ['', '{"value":[],"@odata.nextLink":"?p=2"}', true],
  ['', '{"value":[],"@odata.nextLink":""}', false],
  ['', 'null', false],
])('a list with Link: %s and the body %s continues: %s', async (link, body, continues) => {
  const sent = await probeOf(body, { 'content-type': 'application/json', link });
  expect(sent.hasNextLink).toBe(continues);
});

test('no response at all', async () => {
  const baseUrl = await http((request) => request.socket.destroy());
  expect(await probeAt(baseUrl)).toEqual({
    status: 0,
    contentType: null,
    body: undefined,
    problem: 'NetworkError',
    failure: {
      kind: 'network',
      reason: expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET)$/) as string,
      message: expect.any(String) as string,
    },
    hasNextLink: false,
    isHtml: false,
    isLoginForm: false,
    location: null,
    offers: [],
  });
});

test('the path and the query are sent, encoded, with the credential', async () => {
  const seen: string[] = [];
  const listener: RequestListener = ({ method, url, headers }, response) => {
    seen.push(`${method} ${url} ${headers.authorization}`);
    response.end('[]');
  };
  const baseUrl = await http(listener);
  const credential = `Basic ${Buffer.from('ada:the-long-password').toString('base64')}`;
  await probeAt(`${baseUrl}/app`);
  await probeAt(baseUrl, [
    ['$filter', "a eq 'b&c'"],
    ['$orderby', 'a desc'],
  ]);
  expect(seen).toEqual([
    `GET /app/history ${credential}`,
    `GET /history?$filter=a%20eq%20%27b%26c%27&$orderby=a%20desc ${credential}`,
  ]);
});

test.each([
  ['', 'the response is empty'],
  [' ', 'the response is not JSON'],
  ['<feed/>', 'the response is not JSON'],
  ['"text"', null],
])('the body %j is a problem: %s', async (body, problem) => {
  expect((await probeOf(body)).problem).toBe(problem);
});

test.each([
  ['text/plain', 'text/plain'],
  ['TEXT/HTML;charset=utf-8', 'text/html'],
  ['application/vnd.api+json ; a=b', 'application/vnd.api+json'],
  [`a/${'b'.repeat(78)}`, `a/${'b'.repeat(78)}`],
  [`a/${'b'.repeat(79)}`, null],
  ['no <type>', null],
  ['', null],
])('the content type %s is shown as %s', async (type, contentType) => {
  expect((await probeOf('[]', { 'content-type': type })).contentType).toBe(contentType);
});

test.each([
  ['<html>', true],
  ['\n <HTML lang="en">', true],
  ['<!DOCTYPE html><title>a</title>', true],
  ['<htmlish>', false],
  ['<!doctype svg>', false],
  ['see <html>', false],
  [`${' '.repeat(490)}<html>`, true],
  [`${' '.repeat(500)}<html>`, false],
])('the body %j is a web page: %s', async (body, isHtml) => {
  expect((await probeOf(body)).isHtml).toBe(isHtml);
});

test('a body that says that it is a web page is one', async () => {
  expect((await probeOf('hello', { 'content-type': 'text/html' })).isHtml).toBe(true);
});

test.each([
  ['<input type="password">', true],
  ["<INPUT name='a' TYPE = 'password'>", true],
  ['<input type=password>', true],
  [`<input ${'a'.repeat(190)} type=password>`, true],
  [`<input ${'a'.repeat(200)} type=password>`, false],
  ['<input type="text">', false],
  ['<input> type="password"', false],
  ['<a type="password">', false],
  [`${' '.repeat(199_970)}<input type=password>`, true],
  [`${' '.repeat(200_000)}<input type=password>`, false],
])('a body is a login form (%#)', async (body, isLoginForm) => {
  expect((await probeOf(body)).isLoginForm).toBe(isLoginForm);
});

test.each([
  ['https://a.example/new?token=secret#part', 'https://a.example/new'],
  ['https://ada:secret@a.example:8443/', 'https://a.example:8443/'],
  ['https://a.example/the-long-password', expect.not.stringContaining('the-long-password') as string],
  [`https://a.example/${'a'.repeat(300)}`, `https://a.example/${'a'.repeat(300)}`.slice(0, 200)],
  ['http://', null],
])('a redirect to %s shows %s', async (location, shown) => {
  expect((await probeOf('', { location }, 302)).location).toEqual(shown);
});

test('a redirect to a path shows the whole address', async () => {
  const { location, baseUrl } = await probeOf('', { location: '../login?back=/' }, 302);
  expect(location).toBe(`${baseUrl}/login`);
});

test.each([
  ['Basic realm="a"', ['Basic']],
  ['Basic', ['Basic']],
  ['Negotiate, Basic realm="a", charset="UTF-8"', ['Negotiate', 'Basic']],
  ['Digest realm="a",nonce="b",   Bearer', ['Digest', 'Bearer']],
  ['x-my_Scheme2 a=b', ['x-my_Scheme2']],
  [`A${'b'.repeat(20)} c=d`, [`A${'b'.repeat(20)}`]],
  [`A${'b'.repeat(21)} c=d`, []],
  ['"Basic"', []],
])('www-authenticate: %s offers %j', async (value, offers) => {
  expect((await probeOf('', { 'www-authenticate': value }, 401)).offers).toEqual(offers);
});
