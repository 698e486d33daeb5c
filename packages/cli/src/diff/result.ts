import type { Document, Operation, Schema } from '../generate/model.ts';
import { successesOf } from '../generate/operations.ts';
import { resolve } from '../generate/schemas.ts';
import { pointerKeys } from './owner.ts';
import type { RedoclyChange } from './redocly-diff.ts';

/** How an added response changes the type of what a call returns; undefined if it does not. */
export function resultChange(
  { typeName, kind, path: pointer }: RedoclyChange,
  before: Document,
  after: Document,
): string | undefined {
  if (typeName !== 'Response' || kind !== 'added') return undefined;
  const [, path = '', method = ''] = pointerKeys(pointer);
  const [old, now] = [before, after].map((document) => {
    const item = document.paths?.[path] as Readonly<Record<string, Operation>> | undefined;
    const { successes, isOptional } = successesOf(document, item?.[method] ?? {});
    const types = successes.map(({ schema }) => JSON.stringify(resolve<Schema>(document, schema as never)));
    return { types, isOptional };
  });
  if (old === undefined || now === undefined || old.types.length === 0) return undefined;
  if (now.isOptional && !old.isOptional) return 'a call may return undefined';
  return now.types.every((type) => old.types.includes(type)) ? undefined : 'a call may return another type';
}
