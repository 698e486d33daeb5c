import type { Client, FetchResponse, MaybeOptionalInit, ParseAs } from 'openapi-fetch';
import type { HasOperations } from '../resources/operation-call.ts';

/**
 * The `raw` of a client: the typed client of openapi-fetch. If the client has tables of its own, the operations that
 * they describe return decoded data, whose type is that of the records, and throw an error for a failure.
 */
export type RawClient<Paths extends object> = HasOperations<Paths> extends true ? DecodedRaw<Paths> : Client<Paths>;

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
type PathsWith<Paths, Name> = {
  [Path in keyof Paths]: Paths[Path] extends { [M in Name & string]: unknown } ? Path : never;
}[keyof Paths];
type Operation<Paths, Path, Name> = Path extends keyof Paths
  ? Name extends keyof Paths[Path]
    ? Paths[Path][Name]
    : never
  : never;
type InitOf<Paths, Path, Name> = Path extends keyof Paths
  ? Name extends keyof Paths[Path]
    ? MaybeOptionalInit<Paths[Path], Name>
    : never
  : never;

/** The `raw` of a client that has tables of its own. */
export interface DecodedRaw<Paths extends object> extends Pick<Client<Paths>, 'use' | 'eject'> {
  readonly GET: DecodedMethod<Paths, 'get'>;
  readonly PUT: DecodedMethod<Paths, 'put'>;
  readonly POST: DecodedMethod<Paths, 'post'>;
  readonly DELETE: DecodedMethod<Paths, 'delete'>;
  readonly OPTIONS: DecodedMethod<Paths, 'options'>;
  readonly HEAD: DecodedMethod<Paths, 'head'>;
  readonly PATCH: DecodedMethod<Paths, 'patch'>;
  readonly TRACE: DecodedMethod<Paths, 'trace'>;
  readonly request: <Name extends Method, Path extends PathsWith<Paths, Name>, Init extends InitOf<Paths, Path, Name>>(
    method: Name,
    path: Path,
    ...init: InitParameter<Init>
  ) => Promise<RawResult<Operation<Paths, Path, Name>, Init>>;
}

/** Calls a path with one method. */
export type DecodedMethod<Paths extends object, Name extends Method> = <
  Path extends PathsWith<Paths, Name>,
  Init extends InitOf<Paths, Path, Name>,
>(
  path: Path,
  ...init: InitParameter<Init>
) => Promise<RawResult<Operation<Paths, Path, Name>, Init>>;

/** The options of a call: they may be left out if none is required. The options of the pipeline are always allowed. */
type InitParameter<Init> = object extends Init
  ? [init?: Init & { [key: string]: unknown }]
  : [init: Init & { [key: string]: unknown }];

/** openapi-fetch rewrites the types of its data, so that an open enumeration is no string any more. This does not. */
type RawResult<Called, Init> = Init extends { parseAs: ParseAs }
  ? FetchResponse<Called & Record<string, unknown>, Init, `${string}/${string}`>
  : Called extends { decoded: infer Data }
    ? { readonly data: Data; readonly error?: never; readonly response: Response }
    : FetchResponse<Called & Record<string, unknown>, Init, `${string}/${string}`>;
