import { rolldown, type Plugin } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { withoutSideEffects } from '../build/without-side-effects.ts';

const virtual = (code: string): Plugin => ({ name: 'virtual', resolveId: (id) => id, load: () => code });

async function bundle(code: string, plugins: Plugin[] = []): Promise<string> {
  const build = await rolldown({ input: 'entry.js', plugins: [virtual(code)] });
  const { output } = await build.generate({ minify: false, plugins });
  await build.close();
  return output[0].code;
}

/** The part of the marked code that remains in a bundle that uses none of it, without comments. */
async function left(code: string, programs: readonly string[] = []): Promise<string> {
  const marked = await bundle(code, [withoutSideEffects(programs)]);
  return (await bundle(marked.replace(/export \{.*\};/, ''))).replaceAll(/^\/\/.*\n/gm, '').trim();
}

describe('statements that a bundler would keep', () => {
  it.each([
    ['a call', 'export const a = Object.freeze({ b: 1 });'],
    ['calls in a call', 'export const a = new Set(Object.keys(globalThis));'],
    ['a call in an object', 'export const a = { b: Symbol(), ...globalThis };'],
    ['a chain of calls', 'export const a = Object.keys(globalThis).map(String);'],
    ['a tagged template', 'export const a = String.raw`b`;'],
    ['a class with a computed member', 'export class A extends Error { [globalThis.key()] = true; }'],
    ['a class with a static block', 'export class A { static { globalThis.x = 1; } }'],
    ['a call for its effect', 'export function f() { globalThis.x = 1; } f();'],
  ])('go once they are marked: %s', async (_title, code) => {
    expect(await bundle(code.replaceAll('export ', ''))).not.toBe('');
    expect(await left(code)).toBe('');
  });
});

it('does what it did when it is loaded', async () => {
  const code = await bundle(
    "const key = Symbol.for('k'); class Base extends Error { [key] = true; } export class Late extends Base {} export const list = [...'ab'].map((c) => ({ c })); export const o = { ...{ a: 1 } }; export let n = 0; n += 1;",
    [withoutSideEffects([])],
  );
  const { Late, list, o, n } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    Late: new () => object;
    list: unknown;
    o: unknown;
    n: unknown;
  };
  expect({
    name: Late.name,
    base: Object.getPrototypeOf(Late).name,
    marked: Symbol.for('k') in new Late(),
    list,
    o,
    n,
  }).toEqual({ name: 'Late', base: 'Base', marked: true, list: [{ c: 'a' }, { c: 'b' }], o: { a: 1 }, n: 1 });
});

it('leaves a program its effects', async () => {
  expect(await left('globalThis.ran = true;', ['entry.js'])).toContain('globalThis.ran');
});
