import { queriedRecords } from '../generate/fields.ts';
import type { Description, Document, Schema } from '../generate/model.ts';
import { collectOperations } from '../generate/operations.ts';
import { adviseOn } from './advice.ts';
import { callTable, type CallTable, isCredentialCall } from './calls.ts';
import { highest, type Change, type DiffReport } from './change.ts';
import {
  ownerOf,
  pointerKeys,
  type Owner,
  acceptedSchemes,
  credentialOf,
  parametersOf,
  schemesOf,
  operationsUsing,
} from './owner.ts';
import { rate, resultChange } from './rate.ts';
import { redoclyDiff, type RedoclyChange } from './redocly-diff.ts';
import { sidesOf, topicOf, type Topic } from './topic.ts';

/** Rates every change between two sets of descriptions. Documents are paired by name. */
export async function compare(before: readonly Description[], after: readonly Description[]): Promise<DiffReport> {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const calls = callTable([...before, ...after]);
  const parts = await Promise.all(
    names.map((name) => {
      const old = before.find((description) => description.name === name);
      const now = after.find((description) => description.name === name);
      if (old && now) return compareDocuments(old, now, calls);
      return [wholeDocument(old ?? (now as Description), old ? 'removed' : 'added', calls)];
    }),
  );
  const changes = parts.flat();
  return { bump: highest(changes.map(({ bump }) => bump)), changes, packages: packageBumps(changes, calls) };
}

async function compareDocuments(before: Description, after: Description, calls: CallTable): Promise<readonly Change[]> {
  if (JSON.stringify(before.document) === JSON.stringify(after.document)) return [];
  const found = await redoclyDiff(before.document, after.document);
  const filtered = new Set([before, after].flatMap((each) => queriedRecords(collectOperations([each]))));
  const rated = found.map((change) => toChange(change, before, after, calls, filtered));
  const whole = found.filter(({ kind }) => kind !== 'modified').map(({ path }) => pointerKeys(path).join('\n'));
  const rest = differingPointers(before.document, after.document)
    // What is in a part that was added or removed is no change of its own.
    .filter((pointer) => !whole.some((part) => `${pointerKeys(pointer).join('\n')}\n`.startsWith(`${part}\n`)))
    .map((pointer) => describe('modified', pointer, false, before, after, calls))
    .filter(
      (part) =>
        !rated.some(
          (change) =>
            (part.fields.length > 0 || change.fields.length === 0) &&
            part.fields.every((name) => change.fields.includes(name)) &&
            part.operations.every((id) => change.operations.includes(id)),
        ),
    )
    .map(
      (part): Change => ({
        ...part,
        ...nothingElse,
        bump: 'patch',
        topic: 'documentation',
        message: 'Documentation or examples changed.',
        why: null,
      }),
    );
  return withNewNames([...rated, ...unique(rest)]);
}

function toChange(
  change: RedoclyChange,
  before: Description,
  after: Description,
  calls: CallTable,
  filtered: ReadonlySet<string>,
): Change {
  const inBefore = change.kind === 'removed' || !hasPath(after.document, change.path);
  const owner = ownerOf((inBefore ? before : after).document, change.path, change.kind === 'modified');
  const values = [valueAt(before.document, owner), valueAt(after.document, owner)] as const;
  const parameters = parametersOf(change, before.document, after.document);
  const { bump, why } = rate(change, owner, ...values, {
    isFiltered: owner.base[1] === 'schemas' && filtered.has(owner.base[2] ?? ''),
    result: resultChange(change, before.document, after.document),
  });
  const message = change.verdicts[0]?.message ?? messageOf(change, owner, parameters);
  const renamedFrom = change.typeName === 'Schema' && change.property === 'key' ? change.base?.value : undefined;
  const described = describe(change.kind, change.path, change.kind === 'modified', before, after, calls, renamedFrom);
  const schemes = schemesOf(change);
  const topic = topicOf(change, owner, parameters.length > 0);
  const facts = { ...described, topic, parameters, schemes, ...sidesOf(topic, change, ...values) };
  const accepted = acceptedSchemes(after, described.operations).filter((name) => !schemes.includes(name));
  const alternatives = accepted.map(credentialOf);
  const what = described.fields[0] ?? parameters[0] ?? described.operations[0];
  const text = topic === 'deprecated' ? `\`${what}\` is deprecated.` : message;
  return { ...facts, bump, message: text, why, action: adviseOn({ ...facts, alternatives }) };
}

/** Describes a change for which redocly has no text. */
function messageOf(
  { kind, property, typeName }: RedoclyChange,
  { base, rest }: Owner,
  [parameter]: readonly string[],
): string {
  const place = typeName === 'Root' ? 'openapi' : (rest.at(-1) ?? base.at(-1));
  const name = `\`${typeName === 'Parameter' && parameter !== undefined ? parameter : place}\``;
  const isField = typeName === 'Schema' && rest.length === 2 && rest[0] === 'properties';
  const what = isField ? `property ${name} of \`${base.at(-1)}\`` : `${typeName} ${name}`;
  const text = property ? `\`${property}\` of ${what}` : what;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)} was ${kind}.`;
}

const nothingElse = { parameters: [], schemes: [], before: null, after: null, action: null };

/** Names the field that may replace a removed one: the only new field of the record, with the same type. */
function withNewNames(changes: readonly Change[]): readonly Change[] {
  return changes.map((change) => {
    const [field = ''] = change.fields;
    if (change.topic !== 'field-removed') return change;
    const [added, ...others] = changes.filter(
      ({ topic, fields: [other = ''] }) => topic === 'field-added' && recordOf(other) === recordOf(field),
    );
    if (added === undefined || others.length > 0 || added.after !== change.before) return change;
    return { ...change, action: `${change.action} \`${added.fields[0]}\` is new and has the same type.` };
  });
}

const recordOf = (field: string): string => field.split('.')[0] ?? '';

/**
 * The operations and fields that a place in a document belongs to. It looks in both documents, because what was removed
 * is only in the old one and what was added is only in the new one.
 */
function describe(
  kind: Change['kind'],
  pointer: string,
  through: boolean,
  before: Description,
  after: Description,
  calls: CallTable,
  renamedFrom?: unknown,
): Pick<Change, 'document' | 'kind' | 'operations' | 'fields' | 'calls'> {
  const owners = {
    before: ownerOf(before.document, pointer, through),
    after: ownerOf(after.document, pointer, through),
  };
  const operations = [...new Set([...operationsUsing(before, owners.before), ...operationsUsing(after, owners.after)])];
  const owner = kind === 'removed' ? owners.before : owners.after;
  return {
    document: after.name,
    kind,
    operations,
    fields: fieldsOf(kind, owner, before.document, after.document, renamedFrom),
    calls: callsOf(operations, calls),
  };
}

function fieldsOf(
  kind: Change['kind'],
  { base, rest }: Owner,
  before: Document,
  after: Document,
  renamedFrom: unknown,
): readonly string[] {
  const [section, group, record] = base;
  if (section !== 'components' || group !== 'schemas' || record === undefined) return [];
  if (rest[0] === 'properties' && rest[1] !== undefined)
    return [...(typeof renamedFrom === 'string' ? [renamedFrom] : []), rest[1]].map((name) => `${record}.${name}`);
  if (rest.length === 0 && kind !== 'modified') return [record];
  const required = (document: Document): readonly string[] => document.components?.schemas?.[record]?.required ?? [];
  const [old, now] = [required(before), required(after)];
  return [...old.filter((name) => !now.includes(name)), ...now.filter((name) => !old.includes(name))].map(
    (name) => `${record}.${name}`,
  );
}

function valueAt(document: Document, { base, rest }: Owner): Schema | undefined {
  return [...base, ...rest].reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | undefined)?.[key],
    document,
  ) as Schema | undefined;
}

function hasPath(document: Document, pointer: string): boolean {
  return valueAt(document, ownerOf(document, pointer)) !== undefined;
}

function wholeDocument(description: Description, kind: 'added' | 'removed', calls: CallTable): Change {
  const operations = collectOperations([description]).map(({ id }) => id);
  const topic: Topic = `document-${kind}`;
  const facts = { ...nothingElse, topic, operations, fields: [], calls: callsOf(operations, calls) };
  return {
    ...facts,
    document: description.name,
    kind,
    bump: kind === 'added' ? 'minor' : 'major',
    message: `The document ${description.name} was ${kind}.`,
    why: null,
    action: adviseOn({ ...facts, alternatives: [] }),
  };
}

function callsOf(operations: readonly string[], calls: CallTable): readonly string[] {
  return [...new Set(operations.flatMap((operation) => calls.get(operation) ?? []))];
}

function unique(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

/**
 * The places where two documents first differ, on each branch. It includes examples and extensions, which redocly
 * ignores.
 */
function differingPointers(before: Document, after: Document): readonly string[] {
  return walk(before, after, '');
}

function walk(before: unknown, after: unknown, pointer: string): readonly string[] {
  if (Object.is(before, after)) return [];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return [pointer];
  // If a reference replaces a value or a value replaces a reference, the change is at the reference itself.
  if ('$ref' in before !== '$ref' in after) return [pointer];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  if (Array.isArray(before) && Array.isArray(after)) {
    // An item that only moved has not changed.
    const texts = [before, after].map((list) => new Set(list.map((item) => JSON.stringify(item))));
    for (const key of keys) {
      const [old, now] = [JSON.stringify(before[key as never]), JSON.stringify(after[key as never])];
      if ((old === undefined || texts[1]?.has(old)) && (now === undefined || texts[0]?.has(now))) keys.delete(key);
    }
  }
  return [...keys].flatMap((key) =>
    walk(before[key], after[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * The bump that each published package needs for changes of the description. Changesets bumps the packages that depend
 * on these.
 */
export function packageBumps(changes: readonly Change[], calls: CallTable): DiffReport['packages'] {
  const isCredential = (operation: string): boolean => calls.get(operation)?.every(isCredentialCall) ?? false;
  const needs = {
    '@syncline/openapi': changes,
    '@syncline/auth': changes.filter(({ operations }) => operations.some(isCredential)),
    '@syncline/client': changes.filter(({ operations }) => operations.some((operation) => !isCredential(operation))),
    '@syncline/sandbox': changes.filter(({ operations }) => operations.length > 0),
  };
  return Object.fromEntries(
    Object.entries(needs).flatMap(([name, own]) => {
      const bump = highest(own.map((change) => change.bump));
      return bump === 'none' ? [] : [[name, bump]];
    }),
  );
}
