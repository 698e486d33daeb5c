import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basic } from '@syncline/auth';
import { createODataClient, type Transport } from '@syncline/client';
import type { Tables } from '@syncline/openapi';
import { onTestFinished } from 'vitest';
import { generateFiles, loadConsumer, writeFiles } from '../../src/generate/index.ts';
import { compile } from '../tables/compile.ts';
import { repository } from './description-copy.ts';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** The path and the query, not decoded. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the server sends; an empty 204 by default. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

type Call = (id: string, init?: object) => Promise<unknown>;
type Raw = Readonly<
  Record<
    'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
    (path: string, init?: object) => Promise<{ readonly data?: unknown; readonly response: Response }>
  >
>;

/** The files generated from a document, in a folder where they can be imported and compiled. */
export class GeneratedApi {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  readonly tables: Tables<object>;

  private constructor(folder: string, files: ReadonlyMap<string, string>, tables: Tables<object>) {
    this.folder = folder;
    this.files = files;
    this.tables = tables;
  }

  static async of(document: object, overlays: readonly object[] = []): Promise<GeneratedApi> {
    const folder = await mkdtemp(join(tmpdir(), 'syncline-api-'));
    const write = async (name: string, value: object): Promise<string> => {
      await writeFile(join(folder, name), JSON.stringify(value));
      return join(folder, name);
    };
    const loaded = await loadConsumer({
      documents: [`api=${await write('api.json', document)}`],
      overlays: await Promise.all(overlays.map((overlay, index) => write(`overlay-${index}.json`, overlay))),
    });
    const files = generateFiles(loaded, { sources: '', extension: '.ts' });
    await writeFiles(join(folder, 'api'), files);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const module: unknown = await import(pathToFileURL(join(folder, 'api/index.ts')).href);
    return new GeneratedApi(folder, files, (module as { readonly apiTables: Tables<object> }).apiTables);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }

  /** A client with the tables of the document, of a server on loopback that records what it receives. */
  serve(...answers: readonly Answer[]): ReturnType<GeneratedApi['serveOver']> {
    return this.serveOver(undefined, ...answers);
  }

  /** The same over a transport. @default the platform's fetch */
  async serveOver(
    fetch: Transport | undefined,
    ...answers: readonly Answer[]
  ): Promise<{ call: Call; raw: Raw; received: Received[]; origin: string }> {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { status = 204, headers = {}, body } = answers[Math.min(received.length, answers.length - 1)] ?? {};
        const { method = '', url = '' } = request;
        received.push({ method, url, headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(status, headers).end(body);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createODataClient({ baseUrl: origin, credential, tables: this.tables, fetch });
    return { call: client.call as unknown as Call, raw: client.raw as unknown as Raw, received, origin };
  }

  /** The compiler's messages about statements that use `call`, the client's `raw` and the types of the files (`Api`). */
  compile(statements: string): Promise<string> {
    return compile(
      this.folder,
      `import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { apiTables, type ApiComponents, type ApiPaths, type ApiDecodedPaths } from './api/index.ts';
import type * as Api from './api/index.ts';
const credential = basic({ username: 'a', password: 'b' });
const { call, raw } = createODataClient({ baseUrl: 'https://a.test', credential, tables: apiTables });
export type Used = [ApiComponents, ApiPaths, ApiDecodedPaths, keyof typeof Api];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const same = <A, B>(is: Same<A, B>) => is;
export const use = async () => {
${statements}
  return [call, raw];
};
`,
    );
  }
}

const credential = basic({ username: 'ada', password: 'secret' });
