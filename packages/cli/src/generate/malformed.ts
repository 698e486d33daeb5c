import { type Document as Parsed, getLineColLocation } from '@redocly/openapi-core';
import type { Problem } from './generate-error.ts';
import { shown } from './shown.ts';

/** Keywords whose members have names of the author's choice, such as `$ref` or `default`. */
const MAPS = new Set(
  'properties patternProperties dependentSchemas $defs definitions schemas responses parameters requestBodies headers callbacks links paths pathItems webhooks content'.split(
    ' ',
  ),
);

/** Keywords whose value is data, not a part of the description. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/**
 * Finds what neither the linter nor the bundler survives or reports: a reference that is not text or names no part, and
 * a YAML alias inside its own anchor.
 */
export function findMalformed({ parsed, source }: Parsed): readonly Problem[] {
  const problems: Problem[] = [];
  const inside = new Set<unknown>();
  const done = new Set<unknown>();
  /** The keys on the way to the part that is visited. */
  const keys: string[] = [];
  const report = (reason: string): void => {
    const pointer = ['#', ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
    const { line } = getLineColLocation({ source, pointer, reportOnKey: true }).start;
    problems.push({ file: shown(source.absoluteRef), line, reason });
  };
  const visit = (node: unknown, kind: 'part' | 'map' | 'data'): void => {
    if (typeof node !== 'object' || node === null || done.has(node)) return;
    if (inside.has(node)) {
      report('A YAML alias is inside its own anchor, so it has no end. Use a $ref instead');
      return;
    }
    inside.add(node);
    for (const [key, value] of Object.entries(node)) {
      keys.push(key);
      if (kind === 'part' && key === '$ref') {
        if (typeof value !== 'string' || /^#?\/?$/.test(value))
          report(`$ref has ${JSON.stringify(value)}: name a part, such as '#/components/schemas/Job'`);
      } else if (kind === 'part' && MAPS.has(key)) visit(value, 'map');
      else visit(value, kind === 'data' || (kind === 'part' && isData(key)) ? 'data' : 'part');
      keys.pop();
    }
    inside.delete(node);
    done.add(node);
  };
  visit(parsed, 'part');
  return problems;
}

const isData = (key: string): boolean => DATA.has(key) || key.startsWith('x-');
