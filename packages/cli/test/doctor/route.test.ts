import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openRoute } from '../../src/doctor/route.ts';
import { runCommand } from '../support/run-command.ts';
import { runDoctor, secrets } from './run-doctor.ts';
import { createCertificates, https, proxy } from './servers.ts';

const made = createCertificates();
afterAll(() => made.remove());

const rows = [{ connectorid: 'a' }, { connectorid: 'b' }];
/** A service that honors every query that doctor sends. */
const serve: RequestListener = (request, response) => {
  const query = decodeURIComponent(request.url ?? '');
  const [, wanted] = /connectorid eq '(.*)'/.exec(query) ?? [];
  const found = rows.filter(({ connectorid }) => wanted === undefined || connectorid === wanted);
  if (query.includes('desc')) found.reverse();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
};

test('all is fine with the right authority, and the printed client trusts it', async () => {
  const ran = await runDoctor({ odata: await https(made.issued, serve), ca: made.authority.certFile });
  expect(ran.text).toMatch(/✓ 4 of 4 checks are fine\.$/);
  expect(ran.status).toBe(0);
  expect(ran.json.interfaces[0]?.code).toContain(`ca: readFileSync('${made.authority.certFile}')`);
});

test('a self-signed certificate that is given is trusted', async () => {
  const ran = await runDoctor({ odata: await https(made.selfSigned, serve), ca: made.selfSigned.certFile });
  expect(ran.status).toBe(0);
});

test.each(['flag', 'environment'])('through a proxy with a password, by the %s; it is not shown', async (way) => {
  const authorization = `Basic ${Buffer.from('ada:proxy-password').toString('base64')}`;
  const { port, targets } = await proxy(200, authorization);
  const address = `http://ada:proxy-password@127.0.0.1:${port}`;
  const base = { odata: await https(made.issued, serve), ca: made.authority.certFile };
  const ran =
    way === 'flag'
      ? await runDoctor({ ...base, proxy: address })
      : await runDoctor(base, { ...secrets, HTTPS_PROXY: address });
  expect(ran.status).toBe(0);
  expect(new Set(targets)).toEqual(new Set([new URL(base.odata).host]));
  expect(ran.text + JSON.stringify(ran.json)).not.toMatch(/proxy-password|ada:/);
  expect(ran.json.interfaces[0]?.code).toContain('proxy: process.env.HTTPS_PROXY');
});

test.each<[string, object, object]>([
  ['NO_PROXY', {}, { NO_PROXY: 'localhost' }],
  ['--no-proxy', { proxy: false }, {}],
])('%s connects directly', async (_title, options, variables) => {
  const { port, targets } = await proxy(403);
  const environment = { ...secrets, HTTPS_PROXY: `127.0.0.1:${port}`, ...variables };
  const odata = await https(made.issued, serve);
  const ran = await runDoctor({ odata, ca: made.authority.certFile, ...options }, environment);
  expect(ran.status).toBe(0);
  expect(targets).toEqual([]);
});

test.each([
  ['http://proxy.example:3128', false],
  ['http://ada@proxy.example:3128', true],
  ['http://:proxy-password@proxy.example:3128', true],
  ['ada:proxy-password@proxy.example:3128', true],
])('the proxy %s is shown without its credentials; with a password: %s', async (proxyAddress, hasPassword) => {
  const route = openRoute('https://a.example', { proxy: proxyAddress }, {});
  expect(route.proxy).toEqual({ shown: 'http://proxy.example:3128', source: '--proxy', hasPassword });
  await route.transport.close();
});

test('input that cannot be used: exit 2, and one line that says what to do', async () => {
  const text = join(made.folder, 'not.pem');
  writeFileSync(text, 'not a certificate');
  const env = { ...process.env };
  Object.assign(process.env, secrets);
  try {
    const run = (...args: string[]) => runCommand('doctor', '--odata', 'https://localhost:1', ...args);
    expect(await run('--ca', text)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/--ca names .*not\.pem, which is not a PEM/) as string,
    });
    expect(await run('--ca', join(made.folder, 'absent'))).toMatchObject({
      status: 2,
      err: expect.stringMatching(/ENOENT/) as string,
    });
    const wrong = await run('--proxy', 'ftp://ada:proxy-password@proxy');
    expect(wrong).toMatchObject({ status: 2, err: expect.stringMatching(/--proxy is not the address/) as string });
    expect(wrong.err).not.toContain('proxy-password');
    const address = await runCommand('doctor', '--odata', 'https://ada:url-password@localhost:1');
    expect(address).toMatchObject({ status: 2, err: expect.stringMatching(/--odata must be an https URL/) as string });
    expect(address.err).not.toContain('url-password');
  } finally {
    process.env = env;
  }
});
