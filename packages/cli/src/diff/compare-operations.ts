import { isDeepStrictEqual } from 'node:util';
import {
  type Body,
  type Document,
  METHODS,
  type Operation,
  type Parameter,
  type PathItem,
  type Reference,
} from '../generate/model.ts';
import { mediaOf, successBodies } from '../generate/media.ts';
import { callsOf, type LocatedOperation, successesOf } from '../generate/operations.ts';
import { dereference, keysOf } from '../generate/schemas.ts';
import { canonical } from './canonical.ts';
import type { SchemaComparison } from './compare-schemas.ts';
import { compareSecurity } from './compare-security.ts';
import {
  added,
  became,
  below,
  both,
  changed,
  deprecationOf,
  differing,
  type Found,
  nameOf,
  namesOf,
  removed,
  renamedOf,
  type Site,
} from './found.ts';
import { MAJOR, MINOR, type Rating } from './rate.ts';
import type { Topic } from './topic.ts';
import type { Direction } from './usage.ts';

/** The same operation of both documents, and the directions of what it sends and receives. */
export interface Pair {
  readonly old: LocatedOperation;
  readonly now: LocatedOperation;
  readonly site: Site;
  readonly to: Direction;
  readonly from: Direction;
}

/** Reports a change at a place. */
export type ReportChange = (
  site: Pick<Site, 'owner'>,
  topic: Topic,
  rating: Rating,
  text: { readonly message: string } & Partial<Found>,
) => void;

/** The media type of the body that clients send, by operationId. */
export type SentTypes = ReadonlyMap<string, string | null>;

/** Finds what changed between two versions of an operation. */
export class OperationComparison {
  readonly #documents: readonly [Document, Document];
  readonly #schemas: SchemaComparison;
  readonly #sent: readonly [SentTypes, SentTypes];
  readonly #report: ReportChange;
  /** The components that were compared where they are used. */
  readonly #compared = new Set<string>();

  constructor(
    documents: readonly [Document, Document],
    schemas: SchemaComparison,
    sent: readonly [SentTypes, SentTypes],
    report: ReportChange,
  ) {
    this.#documents = documents;
    this.#schemas = schemas;
    this.#sent = sent;
    this.#report = report;
  }

  compare(pair: Pair): void {
    const { old, now, site, to } = pair;
    const [was, is] = [old.operation, now.operation];
    if (to === 'request') {
      this.#compareNames(pair);
      const deprecation = deprecationOf(`\`${is.operationId}\``, was as never, is as never);
      if (deprecation !== undefined) this.#report(site, 'deprecated', deprecation, deprecation);
      if (was.security !== undefined || is.security !== undefined)
        compareSecurity(
          was.security ?? this.#documents[0].security ?? [],
          is.security ?? this.#documents[1].security ?? [],
          (topic, rating, text) => this.#report(inside(site, 'security'), topic, rating, text),
        );
      const [before, others] = [was.servers ?? old.item.servers, is.servers ?? now.item.servers];
      if (before === undefined && others !== undefined)
        this.#report(inside(site, 'servers'), 'other', MAJOR('a client sends only to its baseUrl'), {
          message: `${titleOf(now)} has its own \`servers\` now`,
        });
      else if (before !== undefined && others === undefined)
        this.#report(inside(site, 'servers'), 'other', MINOR(null), {
          message: `${titleOf(now)} no longer has its own \`servers\``,
        });
      else
        compareServers(before, others, titleOf(now), (rating, text) =>
          this.#report(inside(site, 'servers'), 'other', rating, text),
        );
    }
    this.#compareParameters(pair);
    this.#compareRequest(pair);
    this.#compareResponses(pair);
    this.#compareCallbacks(pair);
  }

  #compareNames({ old, now, site }: Pair): void {
    const [from, to] = [old.operation.operationId, now.operation.operationId];
    if (from !== to)
      this.#report(
        inside(site, 'operationId'),
        'operation-renamed',
        MAJOR('code that names it no longer compiles'),
        changed(`The operationId of \`${now.method.toUpperCase()} ${now.path}\``, from, to),
      );
    if (old.path !== now.path || old.method !== now.method) {
      const names = both([old, now], ({ method, path }) =>
        old.method === now.method ? path : `${method.toUpperCase()} ${path}`,
      );
      const text = changed(`The ${old.method === now.method ? 'path' : 'method'} of \`${to}\``, ...names);
      this.#report(site, 'path-changed', MAJOR('code that names it no longer compiles'), text);
    }
    const [lost] = differing(callsOf(old.operation), callsOf(now.operation));
    if (lost.length > 0)
      this.#report(inside(site, 'x-call'), 'other', MAJOR('the clients lose the call'), {
        message: `\`${to}\` is no longer the call ${lost.join(', ')}`,
      });
  }

  #compareParameters(pair: Pair): void {
    const { site, to } = pair;
    const [was, is] = both([pair.old, pair.now], (located, index) => parametersIn(this.#documents[index], located));
    const differences = differing([...was.keys()], [...is.keys()]);
    for (const location of ['path', 'query', 'header', 'cookie']) {
      const [old, now] = both(differences, (keys) => keys.filter((key) => key.startsWith(`${location} `)));
      const content = (side: Given | undefined): unknown => ({ ...side?.parameter, name: '', description: '' });
      const renamed = renamedOf(
        old,
        now,
        (key) => content(was.get(key)),
        (key) => content(is.get(key)),
        () => true,
      );
      const names = renamed?.map((key) => key.slice(location.length + 1));
      if (names !== undefined)
        this.#report(inside(site, 'parameters'), 'parameter-changed', MAJOR('code that names it no longer compiles'), {
          ...became(
            `The ${location} parameter \`${names[0]}\` was renamed to \`${names[1]}\``,
            names[0] ?? null,
            names[1] ?? null,
          ),
          parameters: names,
        });
      for (const key of old) if (key !== renamed?.[0]) this.#parameterRemoved(site, was.get(key) as Given);
      for (const key of now) if (key !== renamed?.[1]) this.#parameterAdded(site, is.get(key) as Given, to);
    }
    for (const [key, old] of was) {
      const now = is.get(key);
      if (now === undefined) continue;
      const shared = this.#sharedOwner(old.ref, now.ref);
      if (shared === 'done') continue;
      const { name } = now.parameter;
      this.#compareParameter(
        {
          owner: shared ?? inside(site, 'parameters').owner,
          path: '',
          of: `the ${now.parameter.in} parameter \`${name}\``,
          directions: new Set([to]),
          parameters: [name],
        },
        old.parameter,
        now.parameter,
      );
    }
  }

  #parameterRemoved(site: Site, { parameter }: Given): void {
    this.#report(inside(site, 'parameters'), 'parameter-removed', MAJOR('code that sends it no longer compiles'), {
      ...removed(`The ${parameter.in} parameter \`${parameter.name}\``, 'accepted'),
      parameters: [parameter.name],
    });
  }

  #parameterAdded(site: Site, { parameter }: Given, to: Direction): void {
    const isRequired = (parameter.required === true || parameter.in === 'path') && to === 'request';
    const name = `The ${isRequired ? 'required ' : ''}${parameter.in} parameter \`${parameter.name}\``;
    this.#report(
      inside(site, 'parameters'),
      isRequired ? 'parameter-required' : 'parameter-added',
      isRequired ? MAJOR('calls do not send it') : MINOR(null),
      {
        ...added(name, isRequired ? 'required' : 'optional'),
        parameters: [parameter.name],
      },
    );
  }

  #compareParameter(site: Site, old: Parameter, now: Parameter): void {
    const name = nameOf(site);
    const parameters = site.parameters ?? [];
    const isSent = site.directions.has('request');
    if (old.required !== true && now.required === true)
      this.#report(site, 'parameter-required', isSent ? MAJOR('calls may not send it') : MINOR(null), {
        ...became(`${name} became required`, 'optional', 'required'),
        parameters,
      });
    if (old.required === true && now.required !== true)
      this.#report(site, 'parameter-changed', MINOR('a call may leave it out'), {
        ...became(`${name} is no longer required`, 'required', 'optional'),
        parameters,
      });
    const deprecation = deprecationOf(`\`${now.name}\``, old as never, now as never);
    if (deprecation !== undefined) this.#report(site, 'deprecated', deprecation, { ...deprecation, parameters });
    const [was, is] = both([old, now], (parameter, index) => this.#writtenAs(index, parameter));
    if (was !== is)
      this.#report(site, 'parameter-changed', MAJOR('the service reads it differently'), {
        ...changed(`The style of ${name}`, was, is),
        parameters,
      });
    this.#schemas.compare(site, schemaOf(old), schemaOf(now));
  }

  /** How a parameter is written. `explode` makes no difference to a single value. */
  #writtenAs(index: 0 | 1, { in: location, style, explode, allowReserved, content, schema }: Parameter): string {
    if (content !== undefined) return Object.keys(content).map(mediaType).join(', ');
    const written = style ?? (location === 'path' || location === 'header' ? 'simple' : 'form');
    const { type, $ref } = canonical(this.#documents[index], schema);
    const isSingle = $ref === undefined && type !== undefined && !type.includes('array') && !type.includes('object');
    const exploded = !isSingle && (explode ?? written === 'form');
    return `${written}${exploded ? ', explode' : ''}${allowReserved === true ? ', allowReserved' : ''}`;
  }

  #compareRequest({ old, now, site, to }: Pair): void {
    const [was, is] = [old.operation.requestBody, now.operation.requestBody];
    const of = `the request body of ${titleOf(now)}`;
    const bodySite = inside(site, 'requestBody');
    if (was === undefined && is === undefined) return;
    if (was === undefined || is === undefined) {
      const isRequired = is !== undefined && isBodyRequired(this.#documents[1], is);
      if (is === undefined)
        this.#report(bodySite, 'parameter-removed', MAJOR('code that sends it no longer compiles'), removed(of));
      else
        this.#report(
          bodySite,
          isRequired ? 'request-required' : 'parameter-added',
          isRequired && to === 'request' ? MAJOR('calls do not send it') : MINOR(null),
          added(of),
        );
      return;
    }
    const types = both([old, now], ({ operation }, index) => this.#sent[index].get(operation.operationId ?? ''));
    const [sent, sending] = both(types, (type) => type && mediaType(type));
    const contents = both([was, is], (body, index) => contentOf(this.#documents[index], body));
    if (sent && sending && sent !== sending && contents[1].has(sent) && to === 'request')
      this.#report(
        bodySite,
        'other',
        MAJOR('the body of a call has a different type'),
        changed(`The media type that clients send as ${of}`, sent, sending),
      );
    const shared = this.#sharedOwner(refOf(was), refOf(is));
    if (shared === 'done') return;
    const body: Site = { owner: shared ?? bodySite.owner, path: '', of, directions: new Set([to]) };
    const [optional, required] = [!isBodyRequired(this.#documents[0], was), isBodyRequired(this.#documents[1], is)];
    if (optional && required)
      this.#report(
        body,
        'request-required',
        MAJOR('calls may not send it'),
        became(`${of} became required`, 'optional', 'required'),
      );
    if (!optional && !required)
      this.#report(
        body,
        'request-optional',
        MINOR('a call may send less'),
        became(`${of} is no longer required`, 'required', 'optional'),
      );
    this.#compareContent(body, ...contents, undefined);
  }

  /** Compares bodies. `result` says how what the call returns changes. */
  #compareContent(site: Site, was: Content, is: Content, result: string | undefined): void {
    const isSent = site.directions.has('request');
    for (const [type, media] of was) {
      const now = is.get(type);
      if (now === undefined)
        this.#report(
          site,
          'other',
          MAJOR(isSent ? 'the service refuses calls that send it' : 'code does not expect another'),
          {
            ...became(`${nameOf(site)} is no longer \`${type}\``, type, null),
            kind: 'removed',
          },
        );
      else {
        this.#schemas.compare({ ...site, owner: inside(site, type).owner }, media.schema ?? {}, now.schema ?? {});
        if (isSent && !isDeepStrictEqual(media.encoding, now.encoding))
          this.#report(
            site,
            'other',
            MAJOR('the service reads the parts differently'),
            changed(`\`encoding\` of ${nameOf(site)}`, media.encoding, now.encoding),
          );
      }
    }
    for (const type of is.keys())
      if (!was.has(type))
        this.#report(site, 'other', result === undefined ? MINOR(null) : MAJOR(result), {
          ...became(`${nameOf(site)} may also be \`${type}\``, null, type),
          kind: 'added',
        });
  }

  #compareResponses({ old, now, site, from, to }: Pair): void {
    const [was, is] = [old.operation.responses ?? {}, now.operation.responses ?? {}];
    const result = to === 'request' ? resultChange(this.#documents, old.operation, now.operation) : undefined;
    const successes = both(
      [old, now],
      ({ operation }, index) => new Set(successBodies(this.#documents[index], operation).map(([status]) => status)),
    );
    for (const status of namesOf(was, is)) {
      const of = `the response ${status} of ${titleOf(now)}`;
      const responseSite = inside(site, 'responses', status);
      const [before, after] = [was[status], is[status]];
      if (before === undefined) {
        const rating = successes[1].has(status) && result !== undefined ? MAJOR(result) : MINOR(null);
        this.#report(responseSite, 'other', rating, added(of));
      } else if (after === undefined) {
        const rating = successes[0].has(status) ? MAJOR('code expects it') : MINOR('it is not a success');
        this.#report(responseSite, 'other', rating, removed(of));
      } else {
        const shared = this.#sharedOwner(refOf(before), refOf(after));
        if (shared === 'done') continue;
        const body: Site = { owner: shared ?? responseSite.owner, path: '', of, directions: new Set([from]) };
        const contents = both([before, after], (each, index) => contentOf(this.#documents[index], each));
        const isReturned = successes[1].has(status) && successes[0].has(status);
        this.#compareContent(body, ...contents, isReturned ? result : undefined);
        this.#compareHeaders(body, before, after);
      }
    }
  }

  #compareHeaders(site: Site, before: Body | Reference, after: Body | Reference): void {
    const [was, is] = both([before, after], (body, index) => headersOf(this.#documents[index], body));
    for (const [name, header] of was) {
      const now = is.get(name);
      const headerSite: Site = { ...site, of: `the header \`${name}\` of ${site.of}` };
      const text = nameOf(headerSite);
      if (now === undefined) this.#report(site, 'other', MAJOR('code that reads it finds nothing'), removed(text));
      else {
        if (header.required === true && now.required !== true)
          this.#report(
            site,
            'other',
            MAJOR('code may not expect its absence'),
            became(`${text} may be absent`, 'always present', 'optional'),
          );
        this.#schemas.compare(headerSite, schemaOf(header), schemaOf(now));
      }
    }
    for (const name of is.keys())
      if (!was.has(name)) this.#report(site, 'other', MINOR(null), added(`The header \`${name}\` of ${site.of}`));
  }

  /** What the service sends to the consumer goes the other way. */
  #compareCallbacks({ old, now, site }: Pair): void {
    const [was, is] = both(
      [old, now],
      ({ operation }) => (operation as { callbacks?: Record<string, Record<string, PathItem>> }).callbacks ?? {},
    );
    for (const name of namesOf(was, is)) {
      const [before, after] = both(
        [was[name], is[name]],
        (callback, index) => callback && dereference(this.#documents[index], callback),
      );
      this.compareItems(inside(site, 'callbacks', name), `the callback \`${name}\` of ${titleOf(now)}`, before, after);
    }
  }

  /** Compares the requests that the service sends. */
  compareItems(
    site: Site,
    title: string,
    before: Record<string, PathItem> | undefined,
    after: Record<string, PathItem> | undefined,
  ): void {
    if (before === undefined || after === undefined) {
      const rating = after === undefined ? MAJOR('the service no longer sends it') : MINOR(null);
      this.#report(site, 'other', rating, after === undefined ? removed(title) : added(title));
      return;
    }
    for (const [path, item] of Object.entries(before))
      for (const method of METHODS) {
        const [old, now] = [item[method], after[path]?.[method]];
        const mediaSite: Site = { ...site, of: title };
        if (old !== undefined && now !== undefined)
          this.compare({
            old: { path, method, item, operation: { ...old, operationId: title } },
            now: { path, method, item: after[path] as PathItem, operation: { ...now, operationId: title } },
            site: mediaSite,
            to: 'response',
            from: 'request',
          });
        else if (old !== undefined)
          this.#report(
            mediaSite,
            'other',
            MAJOR('the service no longer sends it'),
            removed(`\`${method.toUpperCase()}\` of ${title}`),
          );
      }
  }

  /** The owner of a component that both sides refer to; `done` if it was compared. */
  #sharedOwner(old: string | undefined, now: string | undefined): Site['owner'] | 'done' | undefined {
    if (old === undefined || old !== now) return undefined;
    if (this.#compared.has(old)) return 'done';
    this.#compared.add(old);
    return { base: keysOf(old), rest: [] };
  }
}

/** Compares the servers of a document, or of an operation. */
export function compareServers(
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
  of: string,
  report: (rating: Rating, text: Pick<Found, 'message' | 'before' | 'after'>) => void,
): void {
  const [was, is] = both([before, after], (servers = []) =>
    (servers as readonly Readonly<Record<string, unknown>>[]).map(
      ({ url, variables }) => `${url}${variables === undefined ? '' : ` ${JSON.stringify(variables)}`}`,
    ),
  );
  const [lost, gained] = differing(was, is);
  if (lost.length + gained.length === 0) return;
  const [old, now] = both([lost, gained], (urls) => (urls.length === 0 ? undefined : urls.join(', ')));
  report(
    lost.length > 0 ? MAJOR('requests go to a different address') : MINOR(null),
    changed(`\`servers\` of ${of}`, old, now),
  );
}

/** The place of an operation. */
export const siteOf = ({ path, method }: LocatedOperation): Site => ({
  owner: { base: ['paths', path, method], rest: [] },
  path: '',
  of: '',
  directions: new Set(),
});

/** The name of an operation in a sentence. */
export const titleOf = ({ operation: { operationId = '' } }: LocatedOperation): string =>
  operationId.includes(' ') ? operationId : `\`${operationId}\``;

const inside = (site: Site, ...keys: readonly string[]): Site => ({ ...site, owner: below(site.owner, ...keys) });

/** A parameter, and the component that it is. */
interface Given {
  readonly ref: string | undefined;
  readonly parameter: Parameter;
}

/** The parameters of an operation and of its path by place and name. One of the operation replaces one of the path. */
function parametersIn(document: Document, { item, operation }: LocatedOperation): ReadonlyMap<string, Given> {
  return new Map(
    [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((entry) => {
      const parameter = dereference<Parameter>(document, entry);
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
      return [`${parameter.in} ${name}`, { ref: refOf(entry), parameter }];
    }),
  );
}

const refOf = (value: object): string | undefined => (value as { readonly $ref?: string }).$ref;

interface Media {
  readonly schema?: unknown;
  readonly encoding?: unknown;
}
type Content = ReadonlyMap<string, Media>;

/** The media types of a body, in lower case and without parameters. */
function contentOf(document: Document, body: Body | Reference): Content {
  const { content = {} } = dereference<Body>(document, body);
  return new Map(Object.entries(content).map(([type, media]) => [mediaType(type), media]));
}

const mediaType = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

const isBodyRequired = (document: Document, body: Body | Reference): boolean =>
  (dereference<Body>(document, body) as { readonly required?: boolean }).required === true;

type Headers = ReadonlyMap<string, Parameter>;

function headersOf(document: Document, body: Body | Reference): Headers {
  const { headers = {} } = dereference<Body>(document, body) as { readonly headers?: Record<string, Parameter> };
  return new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), dereference(document, header)]));
}

const schemaOf = ({ schema, content }: Parameter): unknown => schema ?? Object.values(content ?? {})[0]?.schema ?? {};

/** How the type of what a call returns changes; undefined if it does not gain anything. */
function resultChange(
  documents: readonly [Document, Document],
  before: Operation,
  after: Operation,
): string | undefined {
  const [old, now] = both([before, after], (operation, index) => {
    const document = documents[index];
    const { successes, isOptional } = successesOf(document, operation);
    const types = successes.map(({ schema }) => JSON.stringify(dereference(document, schema as never)));
    const media = Object.values(mediaOf(document, operation)).filter((reading) => reading !== 'json');
    return { types, isOptional, media };
  });
  if (old.types.length + old.media.length === 0) return undefined;
  if (now.isOptional && !old.isOptional) return 'a call may return undefined';
  const isKnown =
    now.types.every((type) => old.types.includes(type)) && now.media.every((type) => old.media.includes(type));
  return isKnown ? undefined : 'a call may return a different type';
}
