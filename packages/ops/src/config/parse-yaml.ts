import { type Document, type ErrorCode, isAlias, isMap, isNode, isScalar, isSeq, LineCounter } from 'yaml';
import { type Pair, parseAllDocuments, visit, type YAMLMap } from 'yaml';
import type { ConfigPath, ConfigProblem } from './config-problem.ts';

/** A parsed file with the position of each value. */
export interface ParsedYaml {
  /** Undefined if there are errors */
  readonly data: unknown;
  readonly problems: readonly ConfigProblem[];
  /** Returns the position of a value, or of the nearest value that contains it. With `key`, the position of its name */
  readonly positionOf: (path: ConfigPath, at?: 'key' | 'value') => { readonly line: number; readonly column: number };
}

/** The messages for the parser's error codes. Its own messages quote the file, which may contain a secret. */
const explanations: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'has an alias with a tag or an anchor of its own; remove them',
  BAD_ALIAS: 'has an alias without a name, or with one that cannot be used',
  BAD_COLLECTION_TYPE: 'has a tag that is not allowed for a list or a map; remove it',
  BAD_DIRECTIVE: 'has a line with % that is not a directive',
  BAD_DQ_ESCAPE: 'has a backslash in double quotes that escapes nothing; use single quotes',
  BAD_INDENT: 'is not indented like the lines around it',
  BAD_PROP_ORDER: 'has an anchor or a tag in the wrong place',
  BAD_SCALAR_START: 'begins with a character that needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'has a list or a map where a name should be; is a line break or a quote missing?',
  BLOCK_IN_FLOW: 'has a block inside { } or [ ]',
  DUPLICATE_KEY: 'has a name that appears twice; remove one of them',
  IMPOSSIBLE: 'cannot be read here',
  KEY_OVER_1024_CHARS: 'has a name of more than 1,024 characters; is a quote missing?',
  MISSING_CHAR: 'lacks a closing quote, a bracket, a colon or a comma',
  MULTILINE_IMPLICIT_KEY: 'has a name of several lines; is a colon or a quote missing?',
  MULTIPLE_ANCHORS: 'has two anchors',
  MULTIPLE_DOCS: 'has a second document',
  MULTIPLE_TAGS: 'has two tags',
  NON_STRING_KEY: 'has a name that is not a text',
  TAB_AS_INDENT: 'is indented with a tab; use spaces',
  TAG_RESOLVE_FAILED: 'has a tag (!) that is not known; remove it, or put the text into quotes',
  RESOURCE_EXHAUSTION: 'is nested too deeply',
  UNEXPECTED_TOKEN: 'has something that does not belong here; is a quote or a line break missing?',
};

/**
 * Parses a configuration. Positions refer to the text, so that an editor can jump to them. The time is linear in the
 * length of the text: the parser's own checks of names and aliases compare each with all others.
 */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problem = (offset: number, message: string): ConfigProblem => ({
    severity: 'error',
    ...at(offset),
    place: '',
    message,
  });
  const [document, second] = Array.isArray(documents) ? (documents as readonly Document.Parsed[]) : [];
  const start = () => ({ line: 1, column: 1 });
  if (document === undefined || document.contents === null)
    return { data: undefined, problems: [problem(0, 'is empty; it needs environments')], positionOf: start };
  const problems = [...document.errors, ...document.warnings].map(({ code, pos }) =>
    problem(pos[0], explanations[code] ?? 'cannot be read here'),
  );
  if (second !== undefined) problems.push(problem(second.range[0], 'has a second document (---); keep one'));
  const anchors = new Set<string>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node) && !anchors.has(node.source))
        problems.push(problem(node.range?.[0] ?? 0, 'has an alias (*) without its anchor (&)'));
      if (!isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
      if (!isMap(node)) return;
      const names = new Set<unknown>();
      for (const { key } of node.items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value)) problems.push(problem(key.range?.[0] ?? 0, explanations.DUPLICATE_KEY));
        names.add(key.value);
      }
    },
  });
  const find = pairFinder();
  const positionOf: ParsedYaml['positionOf'] = (path, where = 'value') => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = offsetOf(document, path.slice(0, length), length === path.length ? where : 'key', find);
      if (offset !== undefined) return at(offset);
    }
    return at(document.contents?.range?.[0] ?? 0);
  };
  if (problems.length > 0) return { data: undefined, problems, positionOf };
  try {
    return { data: document.toJS({ maxAliasCount: 50 }), problems, positionOf };
  } catch {
    return {
      data: undefined,
      problems: [problem(0, 'has aliases that expand to too much; write the content out')],
      positionOf,
    };
  }
}

type FindPair = (map: YAMLMap, name: unknown) => Pair | undefined;

/** Finds entries of maps by their names. Each map is searched once, because a file may have a problem in each entry. */
function pairFinder(): FindPair {
  const known = new Map<YAMLMap, ReadonlyMap<unknown, Pair>>();
  return (map, name) => {
    const pairs = known.get(map) ?? new Map(map.items.map((pair) => [isScalar(pair.key) && pair.key.value, pair]));
    known.set(map, pairs);
    return pairs.get(name);
  };
}

function offsetOf(
  document: Document.Parsed,
  path: ConfigPath,
  where: 'key' | 'value',
  find: FindPair,
): number | undefined {
  let node: unknown = document.contents;
  for (const [index, name] of path.entries()) {
    const pair = isMap(node) ? find(node, name) : undefined;
    if (where === 'key' && index === path.length - 1 && isNode(pair?.key)) return pair.key.range?.[0];
    node = pair === undefined ? (isSeq(node) && typeof name === 'number' ? node.items[name] : undefined) : pair.value;
  }
  return isNode(node) ? node.range?.[0] : undefined;
}
