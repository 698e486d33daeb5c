import type { RequestListener } from 'node:http';
import { clientCredentials } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createODataClient, type Transport } from '../../src/index.ts';
import { rejection } from '../support/in-process.ts';
import { serve } from '../support/serve.ts';
import { ca, secureServer, startProxy, transportFor } from './support.ts';

/** The token endpoint and the service, in one server. */
const service: RequestListener = ({ headers, method, url }, response) => {
  response.setHeader('content-type', 'application/json');
  if (method === 'POST' && url === '/oauth/token') response.end('{"access_token":"token","expires_in":3600}');
  else response.writeHead(headers.authorization === 'Bearer token' ? 200 : 401).end('[]');
};
const connect = (url: string, transport: Transport | undefined, own?: Transport) =>
  createODataClient({
    baseUrl: url,
    fetch: transport,
    retry: 0,
    credential: clientCredentials({ authUrl: url, clientId: 'a', clientSecret: 'b', tries: 1, fetch: own }),
  });

describe('the token request of a client with a Node transport', () => {
  it('goes through its proxy: forwarded if the address is plain http', async () => {
    const seen: string[] = [];
    const url = await serve(service);
    const odata = connect(url, transportFor({ proxy: `http://${await startProxy(seen)}` }));
    expect(await odata.history.list()).toEqual([]);
    expect(seen).toEqual([`POST ${url}/oauth/token undefined`, `GET ${url}/history undefined`]);
  });

  it('goes through its proxy by a tunnel if the address is https, and trusts its authority', async () => {
    const seen: string[] = [];
    const url = `https://localhost:${await secureServer(service)}`;
    const proxy = `http://${await startProxy(seen)}`;
    expect(await connect(url, transportFor({ ca, proxy })).history.list()).toEqual([]);
    expect(new Set(seen)).toEqual(new Set(['CONNECT undefined']));
  });

  it('trusts the authority in the client’s `ca`', async () => {
    const url = `https://localhost:${await secureServer(service)}`;
    expect(await connect(url, transportFor({ ca })).history.list()).toEqual([]);
  });

  it('fails if the authority of the token endpoint is not in `ca`', async () => {
    const url = `https://localhost:${await secureServer(service)}`;
    expect(await rejection(connect(url, transportFor()).history.list())).toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringContaining('SELF_SIGNED_CERT_IN_CHAIN'),
    });
  });

  it('goes through the credential’s own transport if it has one', async () => {
    const seen: string[] = [];
    const url = await serve(service);
    const odata = connect(url, transportFor(), transportFor({ proxy: `http://${await startProxy(seen)}` }));
    expect(await odata.history.list()).toEqual([]);
    expect(seen).toEqual([`POST ${url}/oauth/token undefined`]);
  });
});
