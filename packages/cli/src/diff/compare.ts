import { isDeepStrictEqual } from 'node:util';
import type { Description, Document } from '../generate/model.ts';
import { collectOperations } from '../generate/operations.ts';
import { adviseOn } from './advice.ts';
import { callTable, type CallTable, isCredentialCall } from './calls.ts';
import { ANNOTATIONS } from './canonical.ts';
import { type Change, type DiffReport, highest } from './change.ts';
import { DocumentComparison, type Located } from './compare-documents.ts';
import { acceptedSchemes, credentialOf, fieldsAt, operationsUsing, ownerOf, pointerKeys } from './owner.ts';
import { both } from './found.ts';
import { short, type Topic } from './topic.ts';

/** Rates every change between two sets of descriptions. Documents are paired by name. */
export function compare(before: readonly Description[], after: readonly Description[]): DiffReport {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const calls = callTable([...before, ...after]);
  const changes = names.flatMap((name) => {
    const old = before.find((description) => description.name === name);
    const now = after.find((description) => description.name === name);
    if (old && now) return compareDocuments(old, now, calls);
    return [wholeDocument(old ?? (now as Description), old ? 'removed' : 'added', calls)];
  });
  return { bump: highest(changes.map(({ bump }) => bump)), changes, packages: packageBumps(changes, calls) };
}

function compareDocuments(before: Description, after: Description, calls: CallTable): readonly Change[] {
  if (isDeepStrictEqual(before.document, after.document)) return [];
  const { found, covered } = new DocumentComparison(before, after);
  return withNewNames([
    ...unique(found.map((each) => toChange(each, before, after, calls))),
    ...documentationOf(before, after, calls, [...covered, ...found.map(({ owner }) => [...owner.base, ...owner.rest])]),
  ]);
}

function toChange(found: Located, before: Description, after: Description, calls: CallTable): Change {
  const { owner, kind, bump, topic, message, why, before: old, after: now } = found;
  const { fields = [], parameters = [], schemes = [], values = [] } = found;
  const operations = found.operations ?? [
    ...new Set([...operationsUsing(before, owner), ...operationsUsing(after, owner)]),
  ];
  const facts = {
    operations,
    fields,
    calls: callsOf(operations, calls),
    parameters,
    schemes,
    values,
    topic,
    before: old,
    after: now,
  };
  // Only these have an advice that names other credentials, and all operations are searched for it.
  const accepted = topic.startsWith('scheme-') ? acceptedSchemes(after, operations) : [];
  const others = accepted.filter((name) => topic === 'scheme-required' || !schemes.includes(name));
  return {
    document: after.name,
    kind,
    bump,
    message,
    why,
    ...facts,
    action: adviseOn({ ...facts, alternatives: others.map(credentialOf) }),
  };
}

/** The places where the documents differ without a difference for the packages: texts, examples, other notations. */
function documentationOf(
  before: Description,
  after: Description,
  calls: CallTable,
  found: readonly (readonly string[])[],
): readonly Change[] {
  // Whatever differs in the same component, or in the same part of an operation, is part of what was found.
  const partOf = (keys: readonly string[]): readonly string[] => keys.slice(0, keys[0] === 'paths' ? 4 : 3);
  const starts = (keys: readonly string[]): readonly string[] =>
    partOf(keys).map((_key, index) => keys.slice(0, index + 1).join('\n'));
  const whole = new Set(found.map((keys) => partOf(keys).join('\n')));
  const started = new Set(found.flatMap(starts));
  return unique(
    differingPointers(before.document, after.document).flatMap((pointer): readonly Change[] => {
      const [old, now] = both([before, after], ({ document }) => nodeAt(document, pointer));
      const side = now === undefined ? before : after;
      const owner = ownerOf(side.document, pointer, false);
      const keys = [...owner.base, ...owner.rest];
      const text = owner.rest.find(
        (key, index) =>
          !NAMING.has(owner.rest[index - 1] ?? '') && (isText(key) || (key === 'deprecated' && now !== true)),
      );
      const isKnown = started.has(partOf(keys).join('\n')) || starts(keys).some((start) => whole.has(start));
      const [section = '', path = '', last = section] = owner.base;
      const isWhole = isText(section) || section === 'openapi' || path === 'examples';
      if (text === undefined && isKnown && !isWhole) return [];
      const operations = operationsUsing(side, owner);
      const fields = fieldsAt(owner);
      const title = fields[0] ?? (section !== 'paths' ? last : operations.length === 1 ? operations[0] : path);
      const isMeant = text !== undefined || isWhole;
      return [
        {
          document: after.name,
          kind: 'modified',
          bump: 'patch',
          topic: 'documentation',
          message: isMeant
            ? `\`${text ?? owner.rest[0] ?? owner.base[0]}\` of \`${title}\` changed.`
            : `\`${title}\` is written differently, which does not affect code.`,
          why: null,
          operations,
          fields,
          calls: callsOf(operations, calls),
          ...nothingElse,
          before: isMeant ? short(old) : null,
          after: isMeant ? short(now) : null,
        },
      ];
    }),
  );
}

/** Extensions that are more than documentation. */
const COMPARED = new Set(['x-call', 'x-decode', 'x-edm', 'x-extensible-enum', 'x-name-template', 'x-sunset']);

/** Whether a key is documentation: a text, an example, or an extension. */
const isText = (key: string): boolean =>
  ANNOTATIONS.has(key) || key === 'info' || (key.startsWith('x-') && !COMPARED.has(key));

/** Keywords whose keys are names. */
const NAMING = new Set([
  'properties',
  'patternProperties',
  'headers',
  'responses',
  'content',
  'callbacks',
  'dependentSchemas',
]);

const nodeAt = (document: Document, pointer: string): unknown =>
  pointerKeys(pointer).reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), document);

const nothingElse = { parameters: [], schemes: [], values: [], action: null };

/** Names the field that may replace a removed one: the only new field of the record, with the same type. */
function withNewNames(changes: readonly Change[]): readonly Change[] {
  return changes.map((change) => {
    const [field = ''] = change.fields;
    if (change.topic !== 'field-removed') return change;
    const [added, ...others] = changes.filter(
      ({ topic, fields: [added = ''] }) => topic === 'field-added' && recordOf(added) === recordOf(field),
    );
    if (added === undefined || others.length > 0 || added.after !== change.before) return change;
    return { ...change, action: `${change.action} \`${added.fields[0]}\` is new and has the same type.` };
  });
}

const recordOf = (field: string): string => field.split('.')[0] ?? '';

function wholeDocument(description: Description, kind: 'added' | 'removed', calls: CallTable): Change {
  const operations = collectOperations([description]).map(({ id }) => id);
  const topic: Topic = `document-${kind}`;
  const facts = {
    ...nothingElse,
    before: null,
    after: null,
    topic,
    operations,
    fields: [],
    calls: callsOf(operations, calls),
  };
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

/** The places where two documents first differ, on each branch. */
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
    Object.entries(needs).flatMap(([name, needed]) => {
      const bump = highest(needed.map((change) => change.bump));
      return bump === 'none' ? [] : [[name, bump]];
    }),
  );
}
