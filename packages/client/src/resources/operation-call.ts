import { ClientRequest } from '@syncline/core';
import type { CloudPaths, ODataPaths, OperationId, V2Paths } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';
import type { CallInit, CallResult, SendCall } from '../pipeline/pipeline.ts';
import { serializePath, serializeQuery } from './serialize.ts';

type Paths = ODataPaths & V2Paths & CloudPaths;

/** The documents' parameters of a path's GET: a name that is not among them does not compile. */
type Parameters<Path extends keyof Paths> = Paths[Path] extends { get: { parameters: infer All } }
  ? All
  : { path?: never; query?: never };
type Part<All, Name extends 'path' | 'query'> = (All extends { [N in Name]?: infer Values } ? Values : never) & object;

/** One call of an operation, as its resource method describes it. */
export interface OperationCall<Path extends keyof Paths> extends CallInit {
  readonly operation: OperationId;
  /** @default 'GET' */
  readonly method?: 'POST';
  /** As it stands in the document, with its parameters in braces */
  readonly path: Path;
  readonly parameters?: Part<Parameters<Path>, 'path'>;
  readonly query?: Part<Parameters<Path>, 'query'> | undefined;
  /** Sent as JSON */
  readonly body?: object;
}

/** Sends a call down the pipeline. */
export type SendOperation = <Path extends keyof Paths>(call: OperationCall<Path>) => Promise<CallResult>;

export function createSendOperation({ baseUrl }: Settings, send: SendCall): SendOperation {
  return (call) => {
    const { operation, path, parameters, query, method = 'GET', body } = call;
    const search = query && serializeQuery(query as Record<string, unknown>);
    const url = `${baseUrl}${serializePath(path, parameters ?? {})}${search ? `?${search}` : ''}`;
    return send(new ClientRequest(url, { operation, method, body: body && JSON.stringify(body) }), call);
  };
}
