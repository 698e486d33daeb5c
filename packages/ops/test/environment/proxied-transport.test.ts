import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSandbox } from '@syncline/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { openEnvironment } from '../../src/environment/open-environment.ts';
import { proxyFromEnvironment } from '../../src/environment/proxied-transport.ts';
import { folderWith } from '../support/folder.ts';

test.each<[string, Record<string, string>, string | undefined]>([
  ['https://a.example.com', { HTTPS_PROXY: 'http://p' }, 'HTTPS_PROXY'],
  ['https://a.example.com', { https_proxy: 'http://p', HTTPS_PROXY: 'http://q' }, 'https_proxy'],
  ['https://a.example.com', { HTTP_PROXY: 'http://p' }, undefined],
  ['http://a.example.com', { HTTP_PROXY: 'http://p' }, 'HTTP_PROXY'],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, undefined],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: 'b.com, .example.com' }, undefined],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', no_proxy: 'EXAMPLE.com' }, undefined],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example.com:443' }, undefined],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example.com:8443' }, 'HTTPS_PROXY'],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: 'ample.com' }, 'HTTPS_PROXY'],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: '*.example.com' }, undefined],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: '*example.com' }, undefined],
  ['http://a.example.com', { HTTP_PROXY: 'http://p', NO_PROXY: 'a.example.com:80' }, undefined],
  ['http://a.example.com', { HTTP_PROXY: 'http://p', NO_PROXY: 'a.example.com:443' }, 'HTTP_PROXY'],
  ['https://a.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: '' }, 'HTTPS_PROXY'],
])('%s with %j: the proxy of %s', (target, environment, source) => {
  expect(proxyFromEnvironment(target, environment)?.source).toBe(source);
});

/** A proxy that refuses every connection, and the addresses that it was asked for. */
async function startProxy() {
  const targets: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    targets.push(request.url);
    response.writeHead(403).end();
  });
  server.on('connect', ({ url }, socket) => {
    targets.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { targets, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const open = async (url: string, variables: Record<string, string>) => {
  const credential = '{ basic: { username: sandbox, password: { env: PASSWORD } } }';
  const folder = folderWith({
    'syncline.yaml': `environments: { p: { odata: { url: ${url}, credential: ${credential} } } }\n`,
  });
  const environment = await openEnvironment({
    file: join(folder, 'syncline.yaml'),
    variables: { PASSWORD: 'secret', ...variables },
    needs: ['odata'],
  });
  onTestFinished(() => environment.close());
  return environment;
};

test('an environment sends its requests through the proxy of the variables', async () => {
  const { targets, address } = await startProxy();
  const { odata } = await open('https://sync.example.com/app', { HTTPS_PROXY: address });
  await expect(odata?.history.list({ retry: 0 })).rejects.toThrow();
  expect(targets).toEqual(['sync.example.com:443']);
});

test('requests to this machine go directly, because they may be sent without TLS', async () => {
  const { targets, address } = await startProxy();
  const sandbox = createSandbox({ data: { history: [] } });
  onTestFinished(() => sandbox.close());
  const { urls, credentials } = await sandbox.listen();
  const variables = { HTTP_PROXY: address, PASSWORD: credentials.basic.password };
  const { odata } = await open(urls.odata, variables);
  expect(await odata?.history.list()).toEqual([]);
  expect(targets).toEqual([]);
});

test.each([
  ['ftp://ada:proxy-password@proxy'],
  ['http://'],
])('the proxy %s is refused before anything is sent', async (HTTPS_PROXY) => {
  const failed = open('https://sync.example.com', { HTTPS_PROXY });
  await expect(failed).rejects.toThrow(/^HTTPS_PROXY is not the address of an HTTP proxy\. Write it as http:/);
  await expect(failed).rejects.not.toThrow(/proxy-password/);
});
