import { basic } from '@syncline/auth';
import { createODataClient, type Transport } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';
import { peer } from '../harness/peers.ts';

/** Reads a large list from an address, and calls back for each record. */
export type Reader = (url: string, onRecord: () => void) => Promise<void>;

const bodyOf = async (url: string): Promise<ReadableStream<Uint8Array>> =>
  (await fetch(url)).body as ReadableStream<Uint8Array>;

/** The client's own request without its path, because this server expects a size. */
const syncline =
  (makeTransport: () => Transport): Reader =>
  async (url, onRecord) => {
    const send = makeTransport();
    const odata = createODataClient({
      baseUrl: new URL(url).origin,
      credential: basic({ username: 'ada', password: 'secret' }),
      fetch: (_, init) => send(url, init),
    });
    for await (const record of odata.history.stream()) if (record.connectorid !== undefined) onRecord();
  };

/** The contenders, by name. */
export const readers: Readonly<Record<string, Reader>> = {
  'history.stream()': syncline(() => (url, init) => fetch(url, init)),
  'history.stream() over the Node transport': syncline(() => createNodeTransport() as Transport),
  'fetch + res.json()': async (url, onRecord) => {
    for (const record of (await (await fetch(url)).json()) as { connectorid?: string }[])
      if (record.connectorid !== undefined) onRecord();
  },
  'stream-json': async (url, onRecord) => {
    const { default: streamArray } = await peer<{ default: { withParserAsStream(): NodeJS.ReadWriteStream } }>(
      'stream-json/streamers/stream-array.js',
    );
    const { Readable } = await import('node:stream');
    const records = Readable.fromWeb((await bodyOf(url)) as never).pipe(streamArray.withParserAsStream());
    for await (const item of records)
      if ((item as unknown as { value: { connectorid?: string } }).value.connectorid !== undefined) onRecord();
  },
  '@streamparser/json': async (url, onRecord) => {
    interface Parser {
      onValue: (info: { value: { connectorid?: string } }) => void;
      write(chunk: Uint8Array): void;
    }
    const { JSONParser } = await peer<{ JSONParser: new (options: object) => Parser }>('@streamparser/json');
    const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
    parser.onValue = ({ value }) => value.connectorid !== undefined && onRecord();
    for await (const chunk of await bodyOf(url)) parser.write(chunk);
  },
  jsonparse: async (url, onRecord) => {
    interface Parser {
      stack: unknown[];
      value: unknown[];
      onValue: (this: Parser, value: { connectorid?: string }) => void;
      write(chunk: Buffer): void;
    }
    const { default: JsonParser } = await peer<{ default: new () => Parser }>('jsonparse');
    const parser = new JsonParser();
    parser.onValue = function (value) {
      if (this.stack.length !== 1) return;
      if (value.connectorid !== undefined) onRecord();
      // Otherwise the parser keeps the whole list.
      this.value = [];
    };
    for await (const chunk of await bodyOf(url)) parser.write(Buffer.from(chunk));
  },
};
