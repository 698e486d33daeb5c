import { isDeepStrictEqual } from 'node:util';
import type { SecurityRequirement } from '../generate/model.ts';
import { both, changed, type Found } from './found.ts';
import type { Rating } from './rate.ts';
import type { Topic } from './topic.ts';

type Text = { readonly message: string } & Partial<Found>;
type Report = (topic: Topic, rating: Rating, text: Text) => void;

/** Compares the alternatives of credentials that operations accept. */
export function compareSecurity(
  before: readonly SecurityRequirement[],
  after: readonly SecurityRequirement[],
  report: Report,
): void {
  const [was, is] = both(
    [before, after],
    (list) => new Map(list.filter((each) => Object.keys(each).length > 0).map((each) => [keyOf(each), each])),
  );
  const [wasOpen, isOpen] = [was.size === 0 || before.length > was.size, is.size === 0 || after.length > is.size];
  if (wasOpen && !isOpen) {
    report(
      'scheme-required',
      { bump: 'major', why: 'calls without a credential are refused' },
      {
        message: `a credential is now required: ${[...is.keys()].join(', or ')}`,
        before: 'optional',
        after: 'required',
        schemes: [...new Set([...is.values()].flatMap(Object.keys))],
      },
    );
    if (was.size === 0) return;
  }
  if (!wasOpen && isOpen)
    report(
      'scheme-added',
      { bump: 'minor', why: null },
      { message: 'a credential is no longer required', before: 'required', after: 'optional', kind: 'added' },
    );
  if (is.size === 0) return;
  for (const [key, requirement] of was) {
    const now = is.get(key);
    const schemes = Object.keys(requirement);
    if (now === undefined)
      report(
        'scheme-removed',
        { bump: 'major', why: 'the service refuses calls with it' },
        { message: `the credential ${key} is no longer accepted`, before: 'accepted', kind: 'removed', schemes },
      );
    else
      for (const scheme of schemes) {
        const gained = now[scheme]?.filter((scope) => requirement[scheme]?.includes(scope) !== true) ?? [];
        const lost = requirement[scheme]?.filter((scope) => now[scheme]?.includes(scope) !== true) ?? [];
        if (gained.length > 0)
          report(
            'scheme-changed',
            { bump: 'major', why: 'the service refuses a token without it' },
            {
              message: `the credential ${key} needs the scope ${gained.join(', ')}`,
              after: gained.join(', '),
              schemes: [scheme],
            },
          );
        if (lost.length > 0)
          report(
            'scheme-changed',
            { bump: 'minor', why: 'a token may have fewer scopes' },
            {
              message: `the credential ${key} no longer needs the scope ${lost.join(', ')}`,
              before: lost.join(', '),
              schemes: [scheme],
            },
          );
      }
  }
  for (const [key, requirement] of is)
    if (!was.has(key) && was.size > 0)
      report(
        'scheme-added',
        { bump: 'minor', why: null },
        {
          message: `the credential ${key} is accepted too`,
          after: 'accepted',
          kind: 'added',
          schemes: Object.keys(requirement),
        },
      );
}

const keyOf = (requirement: SecurityRequirement): string =>
  Object.keys(requirement)
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(' with ');

type Scheme = Readonly<Record<string, unknown>>;

/** What decides how a credential is sent, and where it comes from. */
const PROPERTIES = ['type', 'in', 'name', 'scheme', 'x-name-template', 'openIdConnectUrl'];
const ADDRESSES = ['tokenUrl', 'authorizationUrl', 'refreshUrl'];

/** Compares the security schemes of two documents. */
export function compareSchemes(
  before: Readonly<Record<string, Scheme>>,
  after: Readonly<Record<string, Scheme>>,
  report: (name: string, ...change: Parameters<Report>) => void,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    const schemes = [name];
    if (old === undefined)
      report(
        name,
        'scheme-added',
        { bump: 'minor', why: null },
        { message: `the security scheme \`${name}\` was added`, after: 'accepted', kind: 'added', schemes },
      );
    else if (now === undefined)
      report(
        name,
        'scheme-removed',
        { bump: 'major', why: 'its table entry is removed' },
        { message: `the security scheme \`${name}\` was removed`, before: 'accepted', kind: 'removed', schemes },
      );
    else {
      const tell = (rating: Rating, text: Text): void =>
        report(
          name,
          'scheme-changed',
          'x-not-shown' in old ? { bump: 'minor', why: 'it was a placeholder for an undocumented value' } : rating,
          { ...text, schemes },
        );
      // Another type has other properties.
      for (const property of old['type'] === now['type'] ? PROPERTIES : ['type'])
        if (!isDeepStrictEqual(old[property], now[property]))
          tell(
            { bump: 'major', why: 'the credential is sent differently' },
            changed(`\`${property}\` of the security scheme \`${name}\``, old[property], now[property]),
          );
      compareFlows(name, flowsOf(old), flowsOf(now), tell);
    }
  }
}

type Flows = Readonly<Record<string, { readonly scopes?: Readonly<Record<string, string>> } & Scheme>>;
const flowsOf = ({ flows }: Scheme): Flows => (flows ?? {}) as Flows;

function compareFlows(name: string, before: Flows, after: Flows, tell: (rating: Rating, text: Text) => void): void {
  for (const flow of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[flow], after[flow]];
    const subject = `\`${flow}\` of the security scheme \`${name}\``;
    if (old === undefined || now === undefined) {
      tell(
        now === undefined ? { bump: 'major', why: 'tokens are requested differently' } : { bump: 'minor', why: null },
        {
          message: `${subject} was ${now === undefined ? 'removed' : 'added'}`,
        },
      );
      continue;
    }
    for (const address of ADDRESSES)
      if (old[address] !== now[address])
        tell(
          { bump: 'major', why: 'tokens come from a different address' },
          changed(`\`${address}\` of ${subject}`, old[address], now[address]),
        );
    const [was, is] = both([old, now], ({ scopes }) => Object.keys(scopes ?? {}));
    const [lost, gained] = [was.filter((scope) => !is.includes(scope)), is.filter((scope) => !was.includes(scope))];
    if (lost.length > 0)
      tell(
        { bump: 'major', why: 'a token that asks for it is refused' },
        { message: `${subject} lost the scope ${lost.join(', ')}`, before: lost.join(', ') },
      );
    if (gained.length > 0)
      tell(
        { bump: 'minor', why: null },
        { message: `${subject} gained the scope ${gained.join(', ')}`, after: gained.join(', ') },
      );
  }
}
