import fc from 'fast-check';
import { importCopy } from '@syncline/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { allOf, anyOf, ConfigError, filter, odata, parseFilter, rawFilter } from '../../src/index.ts';
import type { Filter, FilterProperties } from '../../src/index.ts';

interface Properties {
  a: 'Edm.String';
  b: 'Edm.Int64';
}
type Build = (h: FilterProperties<Properties>) => Filter<Properties>;

describe('a condition that the callback creates but does not return is an error that names it', () => {
  test.each<[string, Build, string]>([
    ['&& drops the first', (h) => h.a.eq('secret') && h.b.eq(2), "a eq '…'"],
    [
      '|| drops nothing that was made, but && before it does',
      (h) => (h.a.ne('x') && h.b.eq(2)) || h.b.eq(3),
      "a ne '…'",
    ],
    ['a combination is dropped', (h) => h.a.eq('x').and(h.b.eq(1)) && h.b.eq(2), "a eq '…' and b eq 1"],
    ['a negation is dropped', (h) => h.a.eq('x').not() && h.b.eq(2), "not (a eq '…')"],
    ['a part of a combination', (h) => h.b.eq(1).and(h.a.contains('x') && h.b.eq(2)), "contains(a,'…')"],
    ['a list', (h) => h.b.in([1, 2]) && h.b.eq(2), 'b eq 1 or b eq 2'],
    ['a combination of parts that are also elsewhere', (h) => ((one) => one.not() && one)(h.a.eq('x')), 'not ('],
    ['a template', (h) => odata`c eq ${1}` && h.b.eq(2), 'c eq 1'],
    ['a raw filter', (h) => rawFilter('c eq 1') && h.b.eq(2), 'c eq 1'],
    ['an inner filter', (h) => filter<Properties>((i) => i.b.eq(1)) && h.b.eq(2), 'b eq 1'],
    ['inside an inner filter', () => filter<Properties>((i) => i.b.eq(1) && i.b.eq(2)), 'b eq 1'],
    ['a comma', (h) => (h.b.eq(1), h.b.eq(2)), 'b eq 1'],
    ['an operand of allOf', (h) => allOf(h.b.eq(1) && h.b.eq(2)), 'b eq 1'],
    ['a loop', (h) => [1, 2, 3, 4, 5].map((value) => h.b.eq(value))[0] as Filter, 'b eq 2; b eq 3; b eq 4; b eq 5'],
  ])('%s', (_name, build, named) => {
    const refused = () => filter<Properties>(build);
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(named);
    expect(refused).not.toThrow('secret');
    // Nothing is left over for the next filter.
    expect(String(filter<Properties>((h) => h.b.eq(1)))).toBe('b eq 1');
  });

  test('a callback that throws leaves no state behind', () => {
    expect(() =>
      filter<Properties>((h) => {
        h.a.eq('x');
        throw new RangeError('mine');
      }),
    ).toThrow(RangeError);
    expect(String(filter<Properties>((h) => h.b.eq(1)))).toBe('b eq 1');
  });

  test('a condition of an outer callback counts as used if an inner one uses it', () => {
    const built = filter<Properties>((h) => {
      const one = h.a.eq('x');
      return filter<Properties>((i) => i.b.eq(1).or(one));
    });
    expect(String(built)).toBe("b eq 1 or a eq 'x'");
  });

  test('a condition from outside can be used, once or often', () => {
    const outside = filter<Properties>((h) => h.a.eq('x'));
    expect(String(filter<Properties>((h) => h.b.eq(1).and(outside).or(outside)))).toBe(
      "b eq 1 and a eq 'x' or a eq 'x'",
    );
    expect(filter<Properties>(() => outside)).toBe(outside);
    expect(String(filter<Properties>((h) => odata`${h.a.eq('x')} and ${outside}`))).toBe("a eq 'x' and a eq 'x'");
  });

  test('conditions of two copies of the package are combined, and none is lost', async () => {
    const copy = await importCopy<typeof import('../../src/index.ts')>(import.meta.resolve('../../src/index.ts'));
    expect(copy.filter).not.toBe(filter);
    expect(String(filter<Properties>((h) => copy.allOf(h.a.eq('x'), copy.odata`c eq 1`)))).toBe("a eq 'x' and c eq 1");
    expect(() => filter<Properties>((h) => copy.odata`c eq 1` && h.b.eq(2))).toThrow('c eq 1');
    expect(() => copy.filter<Properties>((h) => allOf(h.b.eq(1)) && h.b.eq(2))).toThrow('b eq 1');
  });
});

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
afterAll(() => console.log(`fast-check seed ${seed} (SEED=${seed} repeats this run)`));

/** A JavaScript expression of conditions. Each condition has its own number. */
type Tree =
  | { readonly kind: 'condition' }
  | { readonly kind: 'not'; readonly of: Tree }
  | { readonly kind: '&&' | '||' | 'and' | 'or' | 'template'; readonly left: Tree; readonly right: Tree }
  | { readonly kind: '?:'; readonly test: Tree; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'allOf' | 'anyOf'; readonly parts: readonly (Tree | undefined)[] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constant<Tree>({ kind: 'condition' }),
    fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
    fc.record({
      kind: fc.constantFrom('&&' as const, '||' as const, 'and' as const, 'or' as const, 'template' as const),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({ kind: fc.constant('?:' as const), test: tie('tree'), left: tie('tree'), right: tie('tree') }),
    fc.record({
      kind: fc.constantFrom('allOf' as const, 'anyOf' as const),
      parts: fc.array(fc.option(tie('tree'), { nil: undefined }), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

test('for random JavaScript expressions, the text contains every created condition, or an error is thrown', () => {
  const seen = { built: 0, refused: 0 };
  fc.assert(
    fc.property(tree, (of) => {
      let made = 0;
      const build = (node: Tree, h: FilterProperties<Properties>): Filter<Properties> => {
        switch (node.kind) {
          case 'condition':
            return h.b.eq(++made);
          case 'not':
            return build(node.of, h).not();
          case '&&':
            return build(node.left, h) && build(node.right, h);
          case '||':
            return build(node.left, h) || build(node.right, h);
          case 'and':
            return build(node.left, h).and(build(node.right, h));
          case 'or':
            return build(node.left, h).or(build(node.right, h));
          case 'template':
            return odata`${build(node.left, h)} and ${build(node.right, h)}`;
          case '?:':
            return build(node.test, h) ? build(node.left, h) : build(node.right, h);
          case 'allOf':
            // At least one condition must remain. Without any, the result would be a constant.
            return allOf(...node.parts.map((part) => part && build(part, h)), h.b.eq(++made));
          case 'anyOf':
            return anyOf(...node.parts.map((part) => part && build(part, h)), h.b.eq(++made));
        }
      };
      let text: string;
      try {
        const built = filter<Properties>((h) => build(of, h));
        text = String(built);
        expect(parseFilter(text)).toEqual(built.expression);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        seen.refused++;
        return;
      }
      const held = [...text.matchAll(/b eq (\d+)/g)].map(([, number]) => Number(number));
      expect(held.sort((left, right) => left - right)).toEqual(Array.from({ length: made }, (_, at) => at + 1));
      seen.built++;
    }),
    { seed, numRuns: 10_000 },
  );
  expect(seen.built).toBeGreaterThan(100);
  expect(seen.refused).toBeGreaterThan(100);
});
