import { type CallContext, type ClientResponse, loadPart } from '@syncline/core/internal';
import type { TablesOperation } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';
import type { ClientTables } from '../options/tables-option.ts';
import { type Progress, noFields, type ReadTarget, readOrdinary } from './ordinary.ts';

/** Decodes a response into the value of a call. */
export type Decode = (response: ClientResponse, context: CallContext) => unknown;

/** V8 allocates a longer text separately, which costs more than reading the body piece by piece. */
const largeText = 128 * 1024;

/** What reads long lists, once a list has needed it: to import a loaded module again takes longer than to find it here. */
let stream: typeof import('./stream.ts') | undefined;

/**
 * Returns the decoder of an operation's response: by its decode table, or for any JSON if the document does not
 * describe it.
 */
export function decodeOperation(operation: TablesOperation, settings: Settings, progress?: Progress): Decode {
  const { kind, record, isPlain } = operation.response;
  const { tables } = settings;
  const table = tables.decode[record ?? ''] ?? (isPlain ? noFields : undefined);
  // Most pages read only records that have nothing to decode.
  if (table !== noFields && record !== null && tables.load !== undefined)
    return (response, context) =>
      context
        .receive(() => loadTables(tables))
        .then(() => decodeOperation(operation, settings, progress)(response, context));
  if (table === undefined)
    return (response, context) => (response.isEmpty ? undefined : readResponse(response, context, settings));
  const target: ReadTarget = { kind, table, settings, progress };
  return (response, context) => {
    const readAtOnce = () => readResponse(response, context, settings, target);
    if (kind !== 'collection' || response.size < largeText) return readAtOnce();
    const readLong = (loaded: typeof import('./stream.ts')) =>
      (stream = loaded).readParts(response, context, target) ?? readAtOnce();
    if (stream) return readLong(stream);
    // Most pages never need the reader. One that cannot load it reads the same records with more memory.
    return context.load(() => import('./stream.ts')).then(readLong, readAtOnce);
  };
}

/** Adds the documents' decode tables to those of a client, and what decodes by them. */
export async function loadTables(tables: ClientTables): Promise<void> {
  const loaded = await tables.load?.();
  Object.assign(tables, loaded, { decode: { ...loaded?.decode, ...tables.decode }, load: undefined });
}

/** The full readers of the clients that have needed one, which are likely to need it again. */
const readers = /* @__PURE__ */ new WeakMap<Settings, typeof import('./record-decoder.ts')>();

/**
 * Reads a response whose body has arrived. Without a target, it returns any JSON.
 *
 * @throws {ResponseFormatError} when the response cannot be used
 */
export function readResponse(
  response: ClientResponse,
  context: CallContext,
  settings: Settings,
  target?: ReadTarget,
): unknown {
  const reader = readers.get(settings);
  if (reader !== undefined) return reader.readCarefully(response, context, target);
  try {
    if (target?.progress === undefined) return readOrdinary(response, target);
  } catch {
    // The full reader finds out what it is.
  }
  return loadReader(context).then((loaded) => {
    readers.set(settings, loaded);
    return loaded.readCarefully(response, context, target);
  });
}

/** Loads the full reader, which most pages never need. */
export function loadReader(context: CallContext): Promise<typeof import('./record-decoder.ts')> {
  return context.receive(() => loadReaderInAttempt(context));
}

/** The same without a time limit, for code inside an attempt, which has one. */
export function loadReaderInAttempt(context: CallContext): Promise<typeof import('./record-decoder.ts')> {
  return loadPart(() => import('./record-decoder.ts'), context);
}
