import { ClientRequest, ConfigError, loadPart, withoutPrototype } from '@syncline/core/internal';
import type { CloudDecodedPaths, ODataDecodedPaths, TablesOperation, V2DecodedPaths } from '@syncline/openapi';
import { type Decode, decodeOperation } from '../decode/operation.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { CallInit, CallResult, SendCall } from '../pipeline/pipeline.ts';
import type { CallResponse } from './call-response.ts';
import type { DescribedParts } from './described-request.ts';
import type { EncodedRequest, FilledOperation } from './encode-body.ts';
import { compilePath, type FillPath, writeTarget } from './serialize.ts';

type Key = PropertyKey;
/** The operations of a document's paths, as a union. */
type Operations<Paths> = {
  [Path in keyof Paths]-?: {
    [Method in keyof Paths[Path]]-?: Extract<Paths[Path][Method], { operationId: Key }>;
  }[keyof Paths[Path]];
}[keyof Paths];
type OperationOf<Paths, Id> = Extract<Operations<Paths>, { operationId: Id }>;
type Parameters<Operation, Place extends 'path' | 'query' | 'header' | 'cookie'> = Operation extends {
  parameters: { [P in Place]?: infer Values };
}
  ? Exclude<Values, undefined>
  : never;
type Json = `application/json${string}` | `application/${string}+json${string}` | '*/*';
type Text = `text/${string}` | `application/xml${string}` | `application/${string}+xml${string}`;
/** A body that `call` cannot send. The name of its property is what the compiler shows. */
interface Unsendable {
  readonly 'call() sends no such multipart body; send it with fetch()': never;
}
/** A body that is neither JSON, a form nor text. A stream is read once, so its request cannot be sent again. */
type Bytes = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | string;
/**
 * A body of the media type that `call` sends: JSON if the document has it, otherwise a form, otherwise text, otherwise
 * bytes.
 */
type BodyOf<Content> = [Extract<keyof Content, Json>] extends [never]
  ? Content extends { 'application/x-www-form-urlencoded': infer Form }
    ? Form
    : Content extends { 'multipart/form-data': infer Form }
      ? Form
      : [Extract<keyof Content, Text>] extends [never]
        ? [Extract<keyof Content, `multipart/${string}`>] extends [never]
          ? Bytes
          : Unsendable
        : string
  : Content[Extract<keyof Content, Json>];
type RequestBody<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? BodyOf<Content>
  : Operation extends { requestBody?: infer Request }
    ? [Request] extends [undefined]
      ? never
      : Request extends { content: infer Content }
        ? BodyOf<Content> | undefined
        : never
    : never;
/**
 * A part of a call: required if the document requires one of its members, and not allowed if the operation has none.
 */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: undefined }
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : object extends Value
      ? { readonly [N in Name]?: Value | undefined }
      : { readonly [N in Name]: Value };

/** The JSON body of a success, as the document describes it on the wire. */
type JsonBody<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: `${Status & (string | number)}` extends `2${string}`
        ? Responses[Status] extends { content: { 'application/json': infer Body } }
          ? Body
          : never
        : never;
    }[keyof Responses]
  : never;
/**
 * What a call returns: the decoded record or records if the document names their schema, otherwise the JSON as the
 * document describes it.
 */
type ResultOf<Operation> = Operation extends { decoded: infer Data }
  ? Data
  : [JsonBody<Operation>] extends [never]
    ? unknown
    : JsonBody<Operation>;

/** The parameters and body of an operation, by the document. One that cannot be called has its reason instead. */
export type OperationParts<Operation> = Operation extends { refused: infer Why extends string }
  ? { readonly [Reason in Why]: never }
  : DescribedBy<Operation>;

type DescribedBy<Operation> = Part<'path', Parameters<Operation, 'path'>> &
  Part<'query', Parameters<Operation, 'query'>> &
  Part<'headers', Parameters<Operation, 'header'>> &
  Part<'cookies', Parameters<Operation, 'cookie'>> &
  Part<'body', RequestBody<Operation>>;

/**
 * The paths whose operations `call` knows: the caller's own if they name their operations, otherwise those of the
 * published document.
 */
export type CallPaths<Paths, Ours> = HasOperations<Paths> extends true ? Paths : Ours;

/** Whether paths name their operations, as those of generated tables do. */
export type HasOperations<Paths> = [Operations<Paths>] extends [never] ? false : true;

/**
 * The result of a call: a promise of its data. The request is sent once, when the method is called, however often the
 * promise is used.
 *
 * @example
 * ```ts
 * import type { ODataClient } from '@syncline/client';
 *
 * const read = async (odata: ODataClient) => {
 *   const { data, status, headers } = await odata.jobs.get('Nightly orders').withResponse();
 *   console.log(data.Source, status, headers['content-type']);
 * };
 * ```
 */
export interface CallPromise<Data> extends Promise<Data> {
  /**
   * The same data together with its response. It rejects with the same errors. Of a list of several pages, the last
   *
   * @throws {ConfigError} also if no record can match the filter of a list, such as with an empty `in`: the list is then
   *   empty without a request, so there is no response
   */
  withResponse(): Promise<CallResponse<Data>>;
}

/** Calls an operation by its operationId, with its parameters and body and the options of the call. */
export type CallOperation<Paths> = <Id extends Operations<Paths>['operationId'] & string>(
  operationId: Id,
  ...init: object extends OperationParts<OperationOf<Paths, Id>>
    ? [init?: CallOptions & OperationParts<OperationOf<Paths, Id>>]
    : [init: CallOptions & OperationParts<OperationOf<Paths, Id>>]
) => CallPromise<ResultOf<OperationOf<Paths, Id>>>;

type Documents = ODataDecodedPaths & V2DecodedPaths & CloudDecodedPaths;

/**
 * Sends an operation of the documents. The resources and `call` are thin wrappers around it.
 *
 * @param decode - decodes the response. @default by the operation's table
 */
export type SendOperation = <Id extends Operations<Documents>['operationId']>(
  operationId: Id,
  parts: Complete<OperationParts<OperationOf<Documents, Id>>>,
  init: CallInit,
  decode?: Decode,
) => Promise<CallResult>;

/**
 * The same with a value for each name, so that a polluted prototype sets none. Headers and cookies are read only if they
 * are set.
 */
type Complete<Parts> = { readonly [Name in 'path' | 'query' | 'body']: Parts[Name & keyof Parts] | undefined };

/** The parameters and the body of any operation. */
export type AnyParts = DescribedParts & { readonly body?: unknown };

type Encoder = Pick<typeof import('./encode-body.ts'), 'encodeRequest'>;

type EncodeInput = readonly [operation: FilledOperation, parts: AnyParts, settings: Settings, load: typeof loadPart];

/** What writes bodies, once a call has needed it. */
let encoder: Encoder | undefined;

export function createSendOperation(settings: Settings, send: SendCall): SendOperation {
  const { baseUrl, tables } = settings;
  /** The operations that were called. */
  const called = new Map<string, TablesOperation & { readonly fillPath: FillPath }>();
  // Not an async function: one that returns a promise creates another, which settles three turns later.
  const sendOperation = (
    operationId: string,
    parts: AnyParts,
    init: CallInit,
    decode?: Decode,
  ): Promise<CallResult> => {
    const { path, query, body } = parts;
    let operation = called.get(operationId);
    if (!operation) {
      const found = tables.operations[operationId] as TablesOperation;
      if (!Object.hasOwn(tables.operations, operationId))
        throw new ConfigError('operationId', `must be one of ${Object.keys(tables.operations).join(', ')}`);
      called.set(operationId, (operation = withoutPrototype({ ...found, fillPath: compilePath(found.path) })));
    }
    const { method, details, fillPath } = operation;
    const sendEncoded = ([target, headers, text, read = decode]: EncodedRequest) => {
      const request = new ClientRequest(init.url ?? baseUrl + target, {
        operation: operationId,
        method,
        headers: headers,
        body: text,
      });
      if (read !== undefined) return send(request, init, read);
      if (operation.response.kind === 'collection' && pagesOf(init, settings) === 'follow')
        return loadPart(() => import('../pages/follow-pages.ts')).then(({ listPages }) =>
          listPages({
            settings,
            init,
            send: (page, decodePage) => send(new ClientRequest(page.url ?? request.url, request), page, decodePage),
            createDecode: (progress) => decodeOperation(operation, settings, progress),
          }),
        );
      return send(request, init, decodeOperation(operation, settings));
    };
    if (method === 'GET' && body === undefined && !details) return sendEncoded([writeTarget(fillPath, path, query)]);
    const encode = <Encoded>(loaded: { readonly encodeRequest: (...request: EncodeInput) => Encoded }) =>
      loaded.encodeRequest(operation, parts, settings, loadPart);
    if (details)
      return loadPart(() => import('./described-request.ts'))
        .then(encode)
        .then(sendEncoded);
    return encoder
      ? sendEncoded(encode(encoder))
      : loadPart(() => import('./encode-body.ts')).then((loaded) => sendEncoded(encode((encoder = loaded))));
  };
  return sendOperation as SendOperation;
}

/**
 * The usual way to send a call: the whole body is read, and decoded by the operation's table.
 *
 * It is passed to parts of the client that load later: what they import from a file of the first chunk, with all that it
 * imports, would divide this chunk (0.7 kB more at first).
 */
export const callInit = (options: CallOptions | undefined, startedAt?: number): CallInit => ({
  options,
  streaming: false,
  url: undefined,
  startedAt,
});

/** What a call does with pages: by its own option, or the client's. */
export function pagesOf({ options }: Pick<CallInit, 'options'>, settings: Settings): unknown {
  return (options as { readonly pages?: unknown } | undefined)?.pages ?? settings.pages;
}

/** Begins a call at once. An error of its preparation, such as an option that cannot be used, rejects the promise. */
export function beginCall<Data>(work: () => Promise<CallResult>): CallPromise<Data> {
  let result: Promise<CallResult>;
  try {
    result = work();
  } catch (error) {
    result = Promise.reject(error);
  }
  const data = result.then(({ value }) => value) as CallPromise<Data>;
  data.withResponse = responseReader(result, data) as CallPromise<Data>['withResponse'];
  return data;
}

/**
 * Not a closure inside `beginCall`, with which V8 keeps the records of about a hundred calls alive. That costs a fifth of
 * a call for 1,000 records (Node 24; `npm run bench -- request --only Syncline`).
 */
const responseReader = (result: Promise<CallResult>, data: Promise<unknown>) => () => readResponse(result, data);

async function readResponse(result: Promise<CallResult>, data: Promise<unknown>): Promise<CallResponse<unknown>> {
  // The caller handles an error here, and not in the promise of the data alone.
  data.catch(() => {});
  const { toCallResponse } = await loadPart(() => import('./call-response.ts'));
  return toCallResponse(await result);
}
