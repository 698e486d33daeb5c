import ts from 'typescript';
import { expect, test } from 'vitest';
import { openEnum } from '../../src/generate/types.ts';

const printer = ts.createPrinter();
const file = ts.createSourceFile('a.ts', '', ts.ScriptTarget.Latest);

test.each<[object, readonly unknown[] | undefined, string | undefined]>([
  [{ type: 'string' }, ['a', "b's"], `'a' | 'b\\'s' | (string & {})`],
  [{ type: 'integer' }, [0, -1, 2.5], '0 | -1 | 2.5 | (number & {})'],
  [{ type: 'string' }, ['a', null], "'a' | (string & {}) | null"],
  [{ type: 'string', nullable: true }, ['a'], "'a' | (string & {}) | null"],
  [{ type: 'string', nullable: 'yes' }, ['a'], "'a' | (string & {})"],
  [{ type: ['string', 'null'] }, ['a'], "'a' | (string & {}) | null"],
  [{}, ['a', 1, null], "'a' | 1 | (string & {}) | (number & {}) | null"],
  [{}, [true], 'true'],
  [{}, [], 'never'],
  [{}, [{}], undefined],
  [{ type: 'string' }, undefined, undefined],
])('%j with the values %j is %s', (schema, values, text) => {
  const node = openEnum(schema, values);
  expect(node && printer.printNode(ts.EmitHint.Unspecified, node, file)).toBe(text);
});
