/** json-server with the same job under a path of its own. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { peer } from '../harness/peers.ts';
import { ready } from '../harness/server.ts';
import { job } from './records.ts';

interface JsonServer { create(): { use(handler: unknown): void; listen(port: number, host: string, done: () => void): Server }; router(data: object): unknown }
const { default: jsonServer } = await peer<{ default: JsonServer }>('json-server');
const app = jsonServer.create();
app.use(jsonServer.router({ jobs: [{ ...job, id: 'nightly' }] }));
const server = app.listen(0, '127.0.0.1', () => ready({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jobs/nightly`, headers: {} }));
