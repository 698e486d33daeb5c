import { isDeepStrictEqual } from 'node:util';
import type { SecurityRequirement } from '../generate/model.ts';
import { added, became, both, changed, differing, type Found, namesOf, removed } from './found.ts';
import { MAJOR, MINOR, type Rating } from './rate.ts';
import type { Topic } from './topic.ts';

type Text = { readonly message: string } & Partial<Found>;
type ReportSecurity = (topic: Topic, rating: Rating, text: Text) => void;

/** Compares the alternatives of credentials that operations accept. */
export function compareSecurity(
  before: readonly SecurityRequirement[],
  after: readonly SecurityRequirement[],
  report: ReportSecurity,
): void {
  const [was, is] = both(
    [before, after],
    (list) => new Map(list.filter((each) => Object.keys(each).length > 0).map((each) => [keyOf(each), each])),
  );
  const [wasOpen, isOpen] = [was.size === 0 || before.length > was.size, is.size === 0 || after.length > is.size];
  if (wasOpen && !isOpen) {
    report('scheme-required', MAJOR('calls without a credential are refused'), {
      ...became(`a credential is now required: ${[...is.keys()].join(', or ')}`, 'optional', 'required'),
      schemes: [...new Set([...is.values()].flatMap(Object.keys))],
    });
    if (was.size === 0) return;
  }
  if (!wasOpen && isOpen)
    report('scheme-added', MINOR(null), {
      ...became('a credential is no longer required', 'required', 'optional'),
      kind: 'added',
    });
  if (is.size === 0) return;
  for (const [key, requirement] of was) {
    const now = is.get(key);
    const schemes = Object.keys(requirement);
    if (now === undefined)
      report('scheme-removed', MAJOR('the service refuses calls with it'), {
        ...became(`the credential ${key} is no longer accepted`, 'accepted', null),
        kind: 'removed',
        schemes,
      });
    else
      for (const scheme of schemes) {
        // Both have the scheme, because it is a part of the key.
        const [lost, gained] = both(differing(requirement[scheme] ?? [], now[scheme] ?? []), (all) => all.join(', '));
        if (gained !== '')
          report('scheme-changed', MAJOR('the service refuses a token without it'), {
            ...became(`the credential ${key} needs the scope ${gained}`, null, gained),
            schemes: [scheme],
          });
        if (lost !== '')
          report('scheme-changed', MINOR('a token may have fewer scopes'), {
            ...became(`the credential ${key} no longer needs the scope ${lost}`, lost, null),
            schemes: [scheme],
          });
      }
  }
  for (const [key, requirement] of is)
    if (!was.has(key) && was.size > 0)
      report('scheme-added', MINOR(null), {
        ...became(`the credential ${key} is accepted too`, null, 'accepted'),
        kind: 'added',
        schemes: Object.keys(requirement),
      });
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
  report: (name: string, ...change: Parameters<ReportSecurity>) => void,
): void {
  for (const name of namesOf(before, after)) {
    const [old, now] = [before[name], after[name]];
    const schemes = [name];
    const title = `the security scheme \`${name}\``;
    if (old === undefined) report(name, 'scheme-added', MINOR(null), { ...added(title, 'accepted'), schemes });
    else if (now === undefined)
      report(name, 'scheme-removed', MAJOR('its table entry is removed'), { ...removed(title, 'accepted'), schemes });
    else {
      const tell = (rating: Rating, text: Text): void =>
        report(
          name,
          'scheme-changed',
          'x-not-shown' in old ? MINOR('it was a placeholder for an undocumented value') : rating,
          { ...text, schemes },
        );
      // Another type has other properties.
      for (const property of old['type'] === now['type'] ? PROPERTIES : ['type'])
        if (!isDeepStrictEqual(old[property], now[property]))
          tell(
            MAJOR('the credential is sent differently'),
            changed(`\`${property}\` of ${title}`, old[property], now[property]),
          );
      compareFlows(name, flowsOf(old), flowsOf(now), tell);
    }
  }
}

type Flows = Readonly<Record<string, { readonly scopes?: Readonly<Record<string, string>> } & Scheme>>;
const flowsOf = ({ flows }: Scheme): Flows => (flows ?? {}) as Flows;

function compareFlows(name: string, before: Flows, after: Flows, tell: (rating: Rating, text: Text) => void): void {
  for (const flow of namesOf(before, after)) {
    const [old, now] = [before[flow], after[flow]];
    const subject = `\`${flow}\` of the security scheme \`${name}\``;
    if (old === undefined || now === undefined) {
      tell(now === undefined ? MAJOR('tokens are requested differently') : MINOR(null), {
        message: `${subject} was ${now === undefined ? 'removed' : 'added'}`,
      });
      continue;
    }
    for (const address of ADDRESSES)
      if (old[address] !== now[address])
        tell(
          MAJOR('tokens come from a different address'),
          changed(`\`${address}\` of ${subject}`, old[address], now[address]),
        );
    const [was, is] = both([old, now], ({ scopes }) => Object.keys(scopes ?? {}));
    const [lost, gained] = both(differing(was, is), (scopes) => scopes.join(', '));
    if (lost !== '')
      tell(MAJOR('a token that asks for it is refused'), became(`${subject} lost the scope ${lost}`, lost, null));
    if (gained !== '') tell(MINOR(null), became(`${subject} gained the scope ${gained}`, null, gained));
  }
}
