import type { CloudPaths, ODataPaths, OperationId, V2Paths } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import { serializePath, serializeQuery } from '../options/serialize-path.ts';
import type { Answer } from '../pipeline/answer.ts';
import { Draft, type Inquiry } from '../pipeline/draft.ts';
import type { SendCall, Settings } from '../pipeline/policy.ts';

type Paths = ODataPaths & V2Paths & CloudPaths;

/** The documents' parameters of a path's GET: a name that is not among them does not compile. */
type Parameters<Path extends keyof Paths> = Paths[Path] extends { get: { parameters: infer All } }
  ? All
  : { path?: never; query?: never };
type Part<All, Name extends 'path' | 'query'> = (All extends { [N in Name]?: infer Values } ? Values : never) & object;

/** One call of an operation, as its resource method puts it. */
interface Question<Path extends keyof Paths> {
  readonly operation: OperationId;
  /** A GET where absent */
  readonly method?: 'POST';
  /** As the document has it, with its parameters in braces */
  readonly path: Path;
  readonly parameters?: Part<Parameters<Path>, 'path'>;
  readonly query?: Part<Parameters<Path>, 'query'> | undefined;
  /** Sent as JSON */
  readonly body?: object;
  readonly decode: Inquiry['decode'];
  /** Hand the body over as it arrives, instead of reading it first */
  readonly live?: boolean;
  readonly options: CallOptions | undefined;
}

/** Sends a call down the pipeline. What it was decoded to is the answer's `value`. */
export type Call = <Path extends keyof Paths>(question: Question<Path>) => Promise<Answer>;

export function createCall({ baseUrl }: Settings, send: SendCall): Call {
  return (question) => {
    const { path, parameters, query, method = 'GET', body } = question;
    const search = query && serializeQuery(query as Record<string, unknown>);
    const url = `${baseUrl}${serializePath(path, parameters ?? {})}${search ? `?${search}` : ''}`;
    return send(new Draft(url, { method, body: body && JSON.stringify(body), inquiry: question }));
  };
}
