import { gzipSync } from 'node:zlib';
import { parseAst } from 'rolldown/parseAst';
import { minifySync } from 'rolldown/utils';
import { bundleChunks } from './bundle.ts';

/** A module in the first chunk of a program. */
export interface Module {
  /** Its path below `packages`, such as `core/src/http/retry.ts` */
  readonly name: string;
  readonly code: string;
}

/** The first chunk of a program, by module, from the sources. */
export interface FirstChunk {
  readonly code: string;
  readonly isEntry: boolean;
  readonly modules: readonly Module[];
  /** Its size with only these modules, minified and after gzip -9; code that nothing uses stays in it */
  weigh(modules: readonly Module[]): number;
}

export async function firstChunkOf(program: string): Promise<FirstChunk> {
  const [first] = await bundleChunks(program, new URL('.', import.meta.url), {
    conditions: ['@syncline/source'],
    minify: false,
  });
  const code = first?.code ?? '';
  const [beginning = '', ...rest] = code.split(/^\/\/ (?:.*\/)?packages\/(.*)$/m);
  return {
    code,
    isEntry: first?.isEntry === true,
    modules: rest.flatMap((text, index) => (index % 2 === 0 ? [{ name: text, code: rest[index + 1] ?? '' }] : [])),
    // Leaving out one module must not leave out the code that only it uses.
    weigh: (modules) => compressed(beginning + modules.map((module) => module.code).join(''), false),
  };
}

/** The size of a chunk, minified and after gzip -9. */
export function compressed(code: string, compress: boolean): number {
  const minified = minifySync('chunk.js', code, { module: true, compress, mangle: { toplevel: true } });
  return gzipSync(minified.code, { level: 9 }).length;
}

/** The code without texts of several words. The values in them are kept. */
export function withoutTexts(code: string): string {
  const texts: (readonly [start: number, end: number, instead: string])[] = [];
  const isText = (text: unknown): boolean => typeof text === 'string' && / \w+ /.test(text);
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, start, end, value, ...children } = Object(node) as Record<string, unknown>;
    if (type === 'Literal' && isText(value)) texts.push([Number(start), Number(end), '""']);
    else if (type === 'TemplateElement' && isText((value as { readonly raw: string }).raw))
      texts.push([Number(start), Number(end), '']);
    else for (const child of [value, ...Object.values(children)]) if (typeof child === 'object') visit(child);
  };
  visit(parseAst(code).body);
  let rest = code;
  for (const [start, end, instead] of texts.toSorted(([left], [right]) => right - left))
    rest = rest.slice(0, start) + instead + rest.slice(end);
  return rest;
}
