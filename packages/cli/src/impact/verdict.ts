import ts from 'typescript';
import type { Change } from '../diff/change.ts';
import { isKnownScheme, kindsOfKnown } from './credentials.ts';
import { fieldSent, hasBody, parameterSent, type Sent, textsOf, writtenAt } from './sent.ts';
import { recordOf } from './subject.ts';
import { callOf, OPTION_OF, type Use } from './uses.ts';

/** Whether a change affects a use: yes, no, or why the code does not show it. */
export type Verdict = boolean | { readonly unclear: string };

/** What decides a verdict besides the use. */
export interface Surroundings {
  readonly checker: ts.TypeChecker;
  /** The uses of the same file. */
  readonly uses: readonly Use[];
  /** The records of request bodies, by operationId. */
  readonly requests: ReadonlyMap<string, string>;
  /** How the credential of a scheme of the new documents is sent; undefined if they do not say it. */
  kindOf(scheme: string): string | undefined;
  /** Whether the program uses one of these operations. */
  isUsed(operations: readonly string[]): boolean;
}

/** Decides what a change means for a use, as far as the code shows it. */
export function verdictOf(change: Change, use: Use, around: Surroundings): Verdict {
  const { topic, bump, values } = change;
  if (topic === 'scheme-required') return around.isUsed(change.operations) && ofClient(change, use, around);
  const isLimited = bump === 'major' && (topic === 'field-values' || values.length > 0);
  if (topic === 'parameter-required' || topic === 'request-required') return ofRequirement(change, use, around);
  return isLimited ? ofValues(change, use, around) : true;
}

/** Only a client without a credential that the service accepts is affected. */
function ofClient({ schemes }: Change, { credential = [], subject }: Use, { kindOf }: Surroundings): Verdict {
  if (!subject.startsWith('client ')) return false;
  if (credential === 'unknown') return { unclear: 'the code does not show the credential of this client' };
  if (credential === 'nothing') return true;
  if (credential.some((scheme) => schemes.includes(scheme))) return false;
  if (schemes.every(isKnownScheme)) return true;
  const accepted = schemes.map(kindOf);
  const made = credential.map(kindsOfKnown);
  const isShared = (kind: string | undefined): boolean => accepted.includes(kind);
  // A key may have another name.
  if (made.some((kind) => kind !== undefined && !kind.startsWith('key') && isShared(kind))) return false;
  const isShown = [...accepted, ...made].every((kind) => kind !== undefined);
  return (
    (isShown && !made.some(isShared)) || {
      unclear: 'the code does not show whether the service accepts this credential',
    }
  );
}

const callAt = ({ node }: Use): ts.CallExpression | undefined => {
  const call = callOf(node);
  return call !== undefined && ts.isCallExpression(call) ? call : undefined;
};

/** A call that already sends what became required is not affected. */
function ofRequirement({ operations, parameters, fields }: Change, use: Use, around: Surroundings): Verdict {
  if (use.isName) return false;
  const call = callAt(use);
  if (call === undefined) return true;
  const sent = around.uses.filter(({ node }) => callOf(node) === call).map(({ subject }) => subject);
  const isSent = (name: string): Sent => {
    if (operations.some((id) => sent.includes(`parameter ${id} ${name}`))) return { texts: undefined, node: call };
    return parameterSent(call, namesOf(name), around.checker);
  };
  const all = [
    ...parameters.map((name) => [name, isSent(name)] as const),
    ...fields.map((field) => [field, fieldOf(field, call, use, around, 'nothing')] as const),
  ];
  // A body that became required.
  if (all.length === 0) return true;
  if (all.some(([, found]) => found === 'nothing')) return true;
  const hidden = all.filter(([, found]) => found === 'unknown').map(([name]) => name);
  return hidden.length > 0 && { unclear: `the code does not show whether this call sends ${hidden.join(', ')}` };
}

/** Only what sends a value that is no longer accepted is affected. */
function ofValues(change: Change, use: Use, around: Surroundings): Verdict {
  const { values, fields, parameters } = change;
  const name = fields[0] ?? parameters[0];
  const written = writtenAt(use.node);
  if (written !== undefined && !use.subject.startsWith('operation '))
    return ofTexts(textsOf(around.checker.getTypeAtLocation(written)), values, name);
  // A place that reads the field, or only names it.
  if (use.isName || use.subject.startsWith('field ')) return false;
  const call = callAt(use);
  if (call === undefined || name === undefined) return false;
  const sent =
    fields.length > 0
      ? fieldOf(name, call, use, around, 'unknown')
      : parameterSent(call, namesOf(name), around.checker);
  if (sent === 'nothing') return false;
  if (sent === 'unknown') return { unclear: `the code does not show which ${name} this call sends` };
  // A place where the value is written has its own verdict.
  const isWritten = ({ node, subject }: Use): boolean =>
    (subject === `field ${name}` || (subject.startsWith('parameter ') && subject.endsWith(` ${name}`))) &&
    isInside(node, call);
  return use.subject.startsWith('operation ') && around.uses.some(isWritten)
    ? false
    : ofTexts(sent.texts, values, name);
}

function ofTexts(texts: readonly string[] | undefined, lost: readonly string[], name: string | undefined): Verdict {
  if (texts === undefined || lost.length === 0) return { unclear: `the code does not show the value of ${name}` };
  return texts.some((text) => lost.includes(text));
}

/**
 * What a call sends as a field: of its body, or of a record inside the body.
 *
 * @param hidden - what a method that makes the body from its arguments counts as
 */
function fieldOf(
  field: string,
  call: ts.CallExpression,
  { subject }: Use,
  { checker, uses, requests }: Surroundings,
  hidden: Sent,
): Sent {
  if (!hasBody(call, checker)) return hidden;
  const name = field.slice(field.indexOf('.') + 1);
  if (requests.get(subject.split(' ')[1] ?? '') === recordOf(field)) return fieldSent(call, name, checker);
  const written = uses.find(
    (use) => use.subject === `field ${field}` && isInside(use.node, call) && writtenAt(use.node) !== undefined,
  );
  return written === undefined ? 'unknown' : { texts: undefined, node: written.node };
}

const isInside = (node: ts.Node, around: ts.Node): boolean => node.pos >= around.pos && node.end <= around.end;

/** The names under which the options of a call have a parameter. */
const namesOf = (parameter: string): readonly string[] => [
  parameter,
  ...[...OPTION_OF].flatMap(([option, name]) => (name === parameter ? [option] : [])),
];
