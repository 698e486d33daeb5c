/**
 * json-server over a file of jobs with the three fields, which it finds by name. `command` is what `json-server --quiet
 * --id JobName` sets up (compression, CORS, static files), and `router` is only its routes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peer } from '../harness/peers.ts';
import { ready } from '../harness/server.ts';
import { jobNames, jsonServerData } from './records.ts';

interface JsonServer {
  create(): { use(handler: unknown): void; listen(port: number, host: string, done: () => void): Server };
  defaults(options: { logger: boolean; bodyParser: boolean }): unknown;
  router(file: string): { db: { _: { id: string } } };
}

const { default: jsonServer } = await peer<{ default: JsonServer }>('json-server');
const folder = mkdtempSync(join(tmpdir(), 'syncline-json-server-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'db.json'), jsonServerData(jobNames.length));

const app = jsonServer.create();
const router = jsonServer.router(join(folder, 'db.json'));
router.db._.id = 'JobName';
if (process.argv[2] === 'command') app.use(jsonServer.defaults({ logger: false, bodyParser: true }));
app.use(router);
const server = app.listen(0, '127.0.0.1', () =>
  ready({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jobs/{name}`, headers: {} }),
);
