import { type CallTable, isCredentialCall } from './calls.ts';
import { highest, type Change, type Report } from './change.ts';

/**
 * The bump that each published package needs for changes of the description. Changesets bumps the packages that depend
 * on these.
 */
export function packageBumps(changes: readonly Change[], calls: CallTable): Report['packages'] {
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
