import { basename, resolve } from 'node:path';
import { BaseResolver, bundle, type Config } from '@redocly/openapi-core';
import { paths } from 'jsonpath-rfc9535';
import { GenerateError } from './generate-error.ts';

/** An OpenAPI Overlay 1.0 document: actions that add, change or remove parts of a description. */
export interface Overlay {
  readonly file: string;
  /** The description that it applies to; undefined when it applies to all. */
  readonly extends: string | undefined;
  readonly targets: readonly string[];
}

/** Reads an overlay. @throws {GenerateError} when it cannot be read, or is not an overlay. */
export async function readOverlay(file: string, config: Config): Promise<Overlay> {
  const refuse = (reason: string): never => {
    throw new GenerateError([{ file, line: 0, reason }]);
  };
  const document = await new BaseResolver(config.resolve)
    .resolveDocument(null, resolve(file), true)
    .catch((error: Error) => error);
  if (document instanceof Error) return refuse(`cannot be read: ${document.message}`);
  const { overlay, extends: base, actions } = (document.parsed ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof overlay !== 'string' || !/^1\.\d/.test(overlay)) return refuse('is not an Overlay 1.0 document');
  if (!Array.isArray(actions) || actions.length === 0) return refuse('has no actions');
  const targets = actions.map((action: { target?: unknown } | null) => action?.target);
  if (!targets.every((target) => typeof target === 'string')) return refuse('has an action without a target');
  return { file: resolve(file), extends: typeof base === 'string' ? base : undefined, targets };
}

/** Whether an overlay applies to the document in this file. */
export function isFor(overlay: Overlay, file: string): boolean {
  return overlay.extends === undefined || basename(overlay.extends) === basename(file);
}

/**
 * Checks that every target matches something in at least one document. A target may match before the overlays are
 * applied, because an action may remove what it matches, or after, because an action may build on the one before it.
 *
 * @throws {GenerateError} that names the overlay and each target that matches nothing.
 */
export async function refuseUnmatchedTargets(
  overlays: readonly Overlay[],
  documents: readonly { file: string; after: unknown }[],
  config: Config,
): Promise<void> {
  const states = await Promise.all(
    documents.map(async ({ file, after }) => ({
      file,
      states: [(await bundle({ ref: file, config })).bundle.parsed, after] as Parameters<typeof paths>[0][],
    })),
  );
  const problems = overlays.flatMap((overlay) => {
    const own = states.filter(({ file }) => isFor(overlay, file)).flatMap((document) => document.states);
    if (own.length === 0)
      return [{ file: overlay.file, line: 0, reason: `extends ${overlay.extends}, which is not one of the documents` }];
    return overlay.targets
      .filter((target) => !own.some((state) => paths(state, target).length > 0))
      .map((target) => ({ file: overlay.file, line: 0, reason: `target ${target} matches nothing` }));
  });
  if (problems.length > 0) throw new GenerateError(problems);
}
