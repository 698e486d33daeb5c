import { once } from 'node:events';
import { METHODS, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { whenClosed } from '@syncline/testing';
import { type HttpServer, serveHttp } from '../../src/serve/serve-http.ts';
import { setUp, token } from '../support/set-up.ts';

async function serve(options: { readonly requestTimeout?: number } = {}) {
  const set = await setUp({ sandbox: { scale: { jobs: 3, history: 20 } }, yaml: 'mcp: { token: { env: T } }\n' });
  const server = await serveHttp(set.tools, { port: 0, token: await set.tools.token(), ...options });
  onTestFinished(() => server.close());
  return { ...set, server };
}

/** Sends one request and returns its status and text. */
function send(
  server: HttpServer,
  headers: Readonly<Record<string, string>>,
  { method = 'POST', path = '/mcp', body = '{}' } = {},
): Promise<{ readonly status: number | undefined; readonly allow: string | undefined; readonly text: string }> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.once('error', reject);
    sent.once('connect', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, allow: response.headers.allow, text: '' });
    });
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => resolve({ status: response.statusCode, allow: response.headers.allow, text }));
    });
    sent.end(method === 'GET' ? undefined : body);
  });
}

test('the official client lists and calls the tools with the token', async () => {
  const { server, audit } = await serve();
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  expect((await client.listTools()).tools).toHaveLength(10);
  const { structuredContent } = await client.callTool({ name: 'list_jobs', arguments: {} });
  expect((structuredContent as { readonly jobs: readonly object[] }).jobs).toHaveLength(3);
  await client.close();
  expect(audit.map((line) => (JSON.parse(line) as { readonly tool: string }).tool)).toEqual(['list_jobs']);
});

test('others are refused before anything is read, in an order that reveals nothing', async () => {
  const { server, audit } = await serve();
  const authorization = `Bearer ${token}`;
  const { host, port } = new URL(server.url);
  const refused: [number, Record<string, string>, Parameters<typeof send>[2]?][] = [
    [401, {}],
    [401, { authorization: 'Bearer ' }],
    [401, { authorization: token }],
    [401, { authorization: `Bearer ${token}x` }],
    [401, { authorization: `Bearer ${token.slice(0, -1)}` }],
    [401, { authorization: 'Basic dTpw' }],
    [401, {}, { path: '/other' }],
    [421, { authorization, host: 'evil.example' }],
    [421, { authorization, host: `evil.example:${port}` }],
    [421, { authorization, host: '127.0.0.1' }],
    [421, { authorization, host: `127.0.0.1.evil.example:${port}` }],
    [421, { authorization, host: `[::ffff:127.0.0.1]:${port}` }],
    [403, { authorization, origin: 'https://evil.example' }],
    [403, { authorization, origin: 'null' }],
    [403, { authorization, origin: 'http://localhost:1' }],
    [403, { authorization, origin: `https://${host}.evil.example` }],
    [404, { authorization }, { path: '/' }],
    [404, { authorization }, { path: '/mcp/../admin' }],
    [413, { authorization }, { body: ' '.repeat(65 * 1024) }],
    [405, { authorization }, { method: 'GET' }],
  ];
  for (const [status, headers, options] of refused) {
    const answer = await send(server, headers, options);
    expect(answer.status, JSON.stringify(headers)).toBe(status);
    expect(answer.text).not.toContain(token);
  }
  expect(audit).toEqual([]);
});

test.each(
  METHODS.filter((method) => method !== 'POST'),
)('%s is refused with 405 and the method to use', async (method) => {
  const { server, audit } = await serve();
  const { status, allow, text } = await send(server, { authorization: `Bearer ${token}` }, { method });
  expect({ status, allow }).toEqual({ status: 405, allow: 'POST' });
  expect(text).toBe(method === 'HEAD' || method === 'CONNECT' ? '' : 'The only method is POST.\n');
  if (method !== 'CONNECT') expect((await send(server, {}, { method })).status).toBe(401);
  expect(audit).toEqual([]);
});

test.each([
  'TRACK',
  'FOO',
  'post',
])('%s, which is no method of HTTP for Node, is refused, and the server continues', async (method) => {
  const { server } = await serve();
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  socket.write(`${method} /mcp HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await whenClosed(socket);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect((await send(server, {})).status).toBe(401);
});

test('a program on this machine may name it in each way', async () => {
  const { server } = await serve();
  const authorization = `Bearer ${token}`;
  const { port } = new URL(server.url);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const accept = 'application/json, text/event-stream';
  for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
    const host = `${name}:${port}`;
    const { status, text } = await send(server, { authorization, accept, host, origin: `http://${host}` }, { body });
    expect(status, name).toBe(200);
    expect(text).toContain('list_workspaces');
  }
});

test('a request that does not follow the protocol gets a response, and the server continues', async () => {
  const { server } = await serve();
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' };
  for (const body of ['', '{', '[]', '7', '{"jsonrpc":"2.0"}', '\u0000'.repeat(100), `${'['.repeat(20_000)}`]) {
    const { status, text } = await send(server, headers, { body });
    expect(status, body.slice(0, 20)).toBe(400);
    expect(text).not.toContain('    at ');
  }
});

test.each(['', 'short', 'has white space in it'])('the token %j is refused', async (weak) => {
  const { tools } = await setUp({ sandbox: { data: {} } });
  await expect(serveHttp(tools, { port: 0, token: weak })).rejects.toThrow(
    'mcp.token must have at least 16 characters',
  );
  await expect(async () => tools.token()).rejects.toThrow('mcp.token must be set to serve over HTTP');
});

/** Opens a connection that sends something, and then nothing more. */
async function open(server: HttpServer, text: string): Promise<Socket> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

async function openMany(server: HttpServer, count: number, text: string): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) sockets.push(await open(server, text));
  return sockets;
}

/** The start of a request with the token. */
const headOf = (server: HttpServer, length: number): string =>
  `POST /mcp HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\nauthorization: Bearer ${token}\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

test.each([
  ['idle connections', ''],
  ['half-sent headers', 'POST /mcp HTTP/1.1\r\nx-a: '],
])('60 %s without a token do not keep out a client that has it', async (_, text) => {
  const { server } = await serve();
  const sockets = await openMany(server, 60, text);
  const { status } = await send(server, { authorization: `Bearer ${token}` });
  expect(status).toBe(400);
  // The 20 last ones stay, without the one that was closed for the client. The rest is for clients with the token.
  await Promise.all(sockets.slice(0, 40).map((socket) => socket.closed || whenClosed(socket)));
  expect(sockets.slice(41).filter(({ closed }) => closed)).toEqual([]);
});

test('a client that has sent the token keeps its connection among 60 without it', async () => {
  const { server } = await serve();
  const client = await open(server, `${headOf(server, 2)}{}`);
  await once(client, 'data');
  await openMany(server, 60, '');
  client.write(`${headOf(server, 2)}{}`);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a request that is too large is refused before it has arrived', async () => {
  const { server } = await serve();
  const client = await open(server, `${headOf(server, 10_000_000)}${' '.repeat(65 * 1024)}`);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
});

test('a client with the token that stops in the middle of a request loses its connection', async () => {
  const { server } = await serve({ requestTimeout: 100 });
  const client = await open(server, `${headOf(server, 100)}{`);
  client.resume();
  // Node looks each second. By default, it would look twice a minute.
  await whenClosed(client);
});

test('it listens for this machine only', async () => {
  const { server } = await serve();
  // An address of the loopback interface that is not the one of the server.
  const socket = connect(Number(new URL(server.url).port), '127.0.0.2');
  await expect(once(socket, 'connect')).rejects.toThrow();
});

test('a connection ends with its response if the client asks for it', async () => {
  const { server } = await serve();
  const { host, port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
      `accept: application/json, text/event-stream\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const [head = ''] = text.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(head.match(/^connection: .*$/gim)).toEqual(['Connection: close']);
  expect(head).not.toMatch(/^keep-alive:/im);
});
