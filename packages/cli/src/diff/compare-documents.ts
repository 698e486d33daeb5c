import { queriedRecords } from '../generate/fields.ts';
import type { Description, Document, PathItem } from '../generate/model.ts';
import { collectOperations, type LocatedOperation, operationsIn } from '../generate/operations.ts';
import { compareServers, OperationComparison, type ReportChange, siteOf, titleOf } from './compare-operations.ts';
import { SchemaComparison } from './compare-schemas.ts';
import { compareSchemes, compareSecurity } from './compare-security.ts';
import { added, both, type Found, namesOf, removed, sentence, type Site } from './found.ts';
import { MAJOR, MINOR } from './rate.ts';
import { typeText } from './topic.ts';
import { type Direction, usageOf } from './usage.ts';

/** A change before its operations are known, or with those that it concerns. */
export type Located = Found & { readonly operations?: readonly string[] };

/** Finds everything that changed between two versions of a document, apart from documentation. */
export class DocumentComparison {
  readonly found: Located[] = [];
  /** The places in the documents that are compared. */
  readonly covered: (readonly string[])[] = [];
  readonly #before: Document;
  readonly #after: Document;
  readonly #documents: readonly [Document, Document];
  readonly #schemas: SchemaComparison;
  readonly #operation: OperationComparison;
  readonly #filtered: ReadonlySet<string>;
  /** The operations of what is being compared; undefined for those that use the owner. */
  #operations: readonly string[] | undefined;

  constructor(before: Description, after: Description) {
    [this.#before, this.#after] = [before.document, after.document];
    this.#documents = [before.document, after.document];
    this.#schemas = new SchemaComparison(this.#documents, (found) => this.#emit(found));
    const entries = both([before, after], (description) => collectOperations([description]));
    const sent = both(entries, (each) => new Map(each.map(({ id, requestContentType }) => [id, requestContentType])));
    this.#operation = new OperationComparison(this.#documents, this.#schemas, sent, this.#report);
    this.#filtered = new Set(entries.flatMap(queriedRecords));
    this.#compareServers();
    this.#compareOperations();
    this.#compareWebhooks();
    this.#compareComponents();
  }

  #emit(found: Found): void {
    const operations = found.owner.base[0] === 'components' ? undefined : this.#operations;
    this.found.push({ ...found, ...(operations && { operations }) });
  }

  readonly #report: ReportChange = ({ owner }, topic, rating, { message, ...more }) =>
    this.#emit({
      kind: 'modified',
      topic,
      before: null,
      after: null,
      ...rating,
      ...more,
      owner,
      message: sentence(message),
    });

  #compareServers(): void {
    const owner = { base: ['servers'], rest: [] };
    const [was, is] = both(this.#documents, (document) => (document as { servers?: readonly unknown[] }).servers);
    compareServers(was, is, 'the document', (rating, text) => this.#report({ owner }, 'other', rating, text));
  }

  /** Compares what is said for all operations; `shared` are those that say nothing else. */
  #compareSecurity(shared: readonly string[]): void {
    const site = { owner: { base: ['security'], rest: [] } };
    const [was, is] = both(this.#documents, ({ security }) => security ?? []);
    this.#operations = shared;
    if (shared.length > 0) compareSecurity(was, is, (topic, rating, text) => this.#report(site, topic, rating, text));
    this.#operations = undefined;
    this.covered.push(site.owner.base);
    compareSchemes(schemesIn(this.#before), schemesIn(this.#after), (name, topic, rating, text) =>
      this.#report({ owner: { base: ['components', 'securitySchemes', name], rest: [] } }, topic, rating, text),
    );
  }

  #compareOperations(): void {
    const [before, after] = both(this.#documents, operationsIn);
    const pairs = pairsOf(before, after);
    for (const located of before) {
      const now = pairs.get(located);
      if (now !== undefined) continue;
      this.#operations = [located.operation.operationId ?? ''];
      this.#report(
        siteOf(located),
        'operation-removed',
        MAJOR('the service refuses calls of it'),
        removed(titleOf(located), 'offered'),
      );
    }
    const known = new Set(pairs.values());
    for (const located of after) {
      if (known.has(located)) continue;
      this.#operations = [located.operation.operationId ?? ''];
      this.#report(siteOf(located), 'operation-added', MINOR(null), added(titleOf(located), 'offered'));
    }
    for (const [old, now] of pairs) {
      this.#operations = [...new Set([old.operation.operationId ?? '', now.operation.operationId ?? ''])];
      if (old.path !== now.path) this.covered.push(['paths', old.path, old.method]);
      this.#operation.compare({ old, now, site: siteOf(now), to: 'request', from: 'response' });
    }
    this.#operations = undefined;
    const isShared = ({ operation }: LocatedOperation): boolean => operation.security === undefined;
    this.#compareSecurity(
      [...pairs].flatMap(([old, now]) => (isShared(old) && isShared(now) ? (now.operation.operationId ?? []) : [])),
    );
  }

  #compareWebhooks(): void {
    const [was, is] = both(
      this.#documents,
      (document) => (document as { webhooks?: Record<string, PathItem> }).webhooks ?? {},
    );
    for (const name of namesOf(was, is)) {
      const site: Site = { owner: { base: ['webhooks', name], rest: [] }, path: '', of: '', directions: new Set() };
      this.#operation.compareItems(
        site,
        `the webhook \`${name}\``,
        was[name] && { '': was[name] },
        is[name] && { '': is[name] },
      );
    }
  }

  #compareComponents(): void {
    const [before, after] = both(this.#documents, ({ components }) => (components ?? {}) as Components);
    for (const [group, kind] of Object.entries(GROUPS)) {
      const [was, is] = [before[group] ?? {}, after[group] ?? {}];
      for (const name of namesOf(was, is)) {
        const site = { owner: { base: ['components', group, name], rest: [] } };
        const isRecord = group === 'schemas';
        const fields = isRecord && { fields: [name] };
        const title = `The ${kind} \`${name}\``;
        if (was[name] === undefined)
          this.#report(site, isRecord ? 'record-added' : 'other', MINOR(null), {
            ...added(title, isRecord ? typeText(is[name]) : null),
            ...fields,
          });
        else if (is[name] === undefined)
          this.#report(site, isRecord ? 'record-removed' : 'other', MAJOR('its generated type is removed'), {
            ...removed(title, isRecord ? typeText(was[name]) : null),
            ...fields,
          });
        else if (isRecord) this.#compareRecord(name, was[name], is[name]);
      }
    }
  }

  #compareRecord(name: string, was: unknown, is: unknown): void {
    const [old, now] = both(this.#documents, (document) => usageOf(document).directionsOf(`schemas/${name}`));
    const shared = new Set([...old].filter((direction) => now.has(direction)));
    this.#schemas.compare(
      {
        owner: { base: ['components', 'schemas', name], rest: [] },
        path: name,
        of: '',
        // Code may use the type of a schema that no operation uses.
        directions: shared.size > 0 ? shared : new Set<Direction>(['response']),
        isFiltered: this.#filtered.has(name),
      },
      was,
      is,
    );
  }
}

/** The groups of components whose members have a generated type. */
const GROUPS = {
  schemas: 'schema',
  parameters: 'parameter',
  responses: 'response',
  requestBodies: 'request body',
  headers: 'header',
} as const;
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const schemesIn = ({ components }: Document): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  (components?.securitySchemes ?? {}) as never;

/** The operations of both documents that are the same: by operationId, otherwise by method and path. */
function pairsOf(
  before: readonly LocatedOperation[],
  after: readonly LocatedOperation[],
): ReadonlyMap<LocatedOperation, LocatedOperation> {
  const pairs = new Map<LocatedOperation, LocatedOperation>();
  const left = new Set(after);
  for (const keyOf of [({ operation }: LocatedOperation) => operation.operationId, placeOf]) {
    const byKey = new Map([...left].map((located) => [keyOf(located), located]));
    for (const located of before) {
      const found = pairs.has(located) ? undefined : byKey.get(keyOf(located));
      if (found === undefined || !left.has(found)) continue;
      pairs.set(located, found);
      left.delete(found);
    }
  }
  return pairs;
}

/** The method and the path, in which the names of parameters do not matter. */
const placeOf = ({ method, path }: LocatedOperation): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
