import { highest, type Change, type Report } from './change.ts';

/** The bump that each published package needs because of changes of the description. Those that only depend on them follow by changesets. */
export function packageBumps(changes: readonly Change[]): Report['packages'] {
  const needs = {
    '@syncline/openapi': changes,
    '@syncline/auth': changes.filter(({ operations }) => operations.includes('createToken')),
    '@syncline/client': changes.filter(({ operations }) => operations.some((operation) => operation !== 'createToken')),
    '@syncline/sandbox': changes.filter(({ operations }) => operations.length > 0),
  };
  return Object.fromEntries(
    Object.entries(needs).flatMap(([name, own]) => {
      const bump = highest(own.map((change) => change.bump));
      return bump === 'none' ? [] : [[name, bump]];
    }),
  );
}
