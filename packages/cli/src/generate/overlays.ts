import { isError } from '@syncline/core/internal';
import { basename, resolve } from 'node:path';
import {
  YamlParseError,
  escapePointerFragment,
  getLineColLocation,
  isAbsoluteUrl,
  type Config,
  type Source,
} from '@redocly/openapi-core';
import { paths } from 'jsonpath-rfc9535';
import parseJsonPath from 'jsonpath-rfc9535/parser';
import { createResolver } from './create-resolver.ts';
import { GenerateError, displayPath } from './generate-error.ts';

/** An OpenAPI Overlay 1.0 document: actions that add, change or remove parts of a description. */
export interface Overlay {
  readonly file: string;
  readonly source: Source;
  /** The description that it applies to; undefined when it applies to all. */
  readonly extends: string | undefined;
  readonly actions: readonly Action[];
}

interface Action {
  readonly target: string;
  readonly update?: unknown;
  readonly remove?: boolean;
}

/** Reads an overlay. @throws {GenerateError} when it cannot be read, or is not an overlay. */
export async function readOverlay(file: string, config: Config): Promise<Overlay> {
  const address = isAbsoluteUrl(file) ? file : resolve(file);
  const refuse = (reason: string, line = 0): never => {
    throw new GenerateError([{ file: displayPath(address), line, reason }]);
  };
  const document = await createResolver(config)
    .resolveDocument(null, address, true)
    .catch((error: Error) => error);
  if (document instanceof YamlParseError)
    return refuse(document.originalError.message.split('\n')[0] ?? 'cannot be parsed', document.line);
  if (document instanceof GenerateError) throw document;
  if (isError(document)) {
    const { message } = document;
    return refuse(message.startsWith('it ') ? message.slice(3) : `cannot be read: ${message}`);
  }
  const { overlay, extends: base, actions } = (document.parsed ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof overlay !== 'string' || !/^1\.\d/.test(overlay)) return refuse('is not an Overlay 1.0 document');
  if (!Array.isArray(actions) || actions.length === 0) return refuse('has no actions');
  if (!actions.every((action: { target?: unknown } | null) => typeof action?.target === 'string'))
    return refuse('has an action without a target');
  const result: Overlay = {
    file: address,
    source: document.source,
    extends: typeof base === 'string' ? base : undefined,
    actions,
  };
  refuseUnknownKeys(result, document.parsed as object);
  return result;
}

/** The keywords of an overlay and of its actions (1.0 and 1.1). A misspelt one would be ignored. */
const KEYWORDS = ['overlay', 'info', 'extends', 'actions'];
const ACTION_KEYWORDS = ['target', 'description', 'update', 'remove', 'copy'];

/** @throws {GenerateError} that names each key that is no keyword and no extension. */
function refuseUnknownKeys(overlay: Overlay, document: object): void {
  const unknown = (node: object, path: readonly (string | number)[], keywords: readonly string[]) =>
    Object.keys(node)
      .filter((key) => !keywords.includes(key) && !key.startsWith('x-'))
      .map((key) => ({
        ...at(overlay, [...path, key]),
        reason: `\`${key}\` is not a keyword of an overlay. Here can be: ${keywords.join(', ')}`,
      }));
  const problems = [
    ...unknown(document, [], KEYWORDS),
    ...overlay.actions.flatMap((action, index) => unknown(action, ['actions', index], ACTION_KEYWORDS)),
  ];
  if (problems.length > 0) throw new GenerateError(problems);
}

/** Whether an overlay applies to the document in this file. */
export function isFor(overlay: Overlay, file: string): boolean {
  const nameOf = (address: string): string => basename(address.replace(/[?#].*$/, ''));
  return overlay.extends === undefined || nameOf(overlay.extends) === nameOf(file);
}

/** The place in an overlay that wrote or removed a place of a description. */
export interface Cause {
  readonly file: string;
  readonly line: number;
  /** Whether the overlay wrote exactly this place, and not only something around it. */
  readonly isExact: boolean;
}
export type FindCause = (pointer: string) => Cause | undefined;

/**
 * Returns a function that finds the cause of a problem in the overlays that were applied to a description: the last
 * action that wrote the place, or that removed it or something directly in it.
 *
 * @param before - the bundled description without the overlays: an action may have removed what its target matched
 * @param after - the bundled description with them
 */
export function findCauseIn(overlays: readonly Overlay[], before: unknown, after: unknown): FindCause {
  const changes = overlays.flatMap((overlay) =>
    overlay.actions.flatMap((action, index) =>
      keysOf(action.remove === true ? [before] : [after, before], action.target).map((target) => ({
        overlay,
        action,
        path: ['actions', index] as const,
        target,
      })),
    ),
  );
  return (pointer) => {
    const keys = pointer
      .slice('#/'.length)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    let best: { readonly depth: number; readonly cause: () => Cause } | undefined;
    for (const { overlay, action, path, target } of changes) {
      const depth = action.remove === true ? removedDepth(keys, target) : writtenDepth(keys, target, action.update);
      if (depth === 0 || depth < (best?.depth ?? 0)) continue;
      const inside = action.remove === true ? [] : ['update', ...keys.slice(target.length, depth)];
      best = {
        depth,
        cause: () => ({ ...at(overlay, [...path, ...inside]), isExact: depth === keys.length }),
      };
    }
    return best?.cause();
  };
}

/** Number of keys of a place that an update wrote; 0 if it did not write there. */
function writtenDepth(keys: readonly string[], target: readonly string[], update: unknown): number {
  if (target.some((key, index) => key !== keys[index])) return 0;
  let node = update;
  let depth = target.length;
  for (const key of keys.slice(target.length)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) break;
    node = (node as Record<string, unknown>)[key];
    depth += 1;
  }
  return depth > target.length || depth === keys.length ? depth : 0;
}

/** A removed part is reported at the place that refers to it, or at the place that contained it. */
function removedDepth(keys: readonly string[], target: readonly string[]): number {
  if (target.every((key, index) => key === keys[index])) return target.length;
  const holder = target.slice(0, -1);
  return holder.length === keys.length && holder.every((key, index) => key === keys[index]) ? holder.length : 0;
}

/** The keys that lead to each node that a target matches in one of the documents. */
function keysOf(documents: readonly unknown[], target: string): readonly (readonly string[])[] {
  const found = documents.flatMap((document) => matches(document, target));
  return [...new Set(found)].map((path) =>
    parseJsonPath(path).segments.flatMap(({ node }) =>
      node.type === 'BracketedSelection'
        ? node.selectors.flatMap((selector) => ('value' in selector ? String(selector.value) : []))
        : [],
    ),
  );
}

function matches(document: unknown, target: string): readonly string[] {
  try {
    return paths(document as Parameters<typeof paths>[0], target);
  } catch {
    return [];
  }
}

function at({ source }: Overlay, keys: readonly (string | number)[]): { readonly file: string; readonly line: number } {
  const pointer = `#/${keys.map((key) => escapePointerFragment(String(key))).join('/')}`;
  const { start } = getLineColLocation({ source, pointer, reportOnKey: true });
  return { file: displayPath(source.absoluteRef), line: start.line };
}

/**
 * Checks that every target matches something in at least one document. A target may match before the overlays are
 * applied, because an action may remove what it matches, or after, because an action may build on the one before it.
 *
 * @throws {GenerateError} that names the overlay and each target that matches nothing.
 */
export function refuseUnmatchedTargets(
  overlays: readonly Overlay[],
  documents: readonly { readonly file: string; readonly before: unknown; readonly after: unknown }[],
): void {
  const problems = overlays.flatMap((overlay) => {
    const documentsOf = documents
      .filter(({ file }) => isFor(overlay, file))
      .flatMap(({ before, after }) => [before, after]);
    if (documentsOf.length === 0)
      return [{ ...at(overlay, ['extends']), reason: `extends ${overlay.extends}, which is not one of the documents` }];
    return overlay.actions.flatMap(({ target }, index) =>
      documentsOf.some((state) => matches(state, target).length > 0)
        ? []
        : [{ ...at(overlay, ['actions', index, 'target']), reason: `target ${target} matches nothing` }],
    );
  });
  if (problems.length > 0) throw new GenerateError(problems);
}
