import { ownOptions } from '@syncline/core/internal';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isAbsoluteUrl } from '@redocly/openapi-core';
import { GenerateError, type Problem, displayPath } from './generate-error.ts';
import { type LintConfig, type LintOrigin, loadLintConfig } from './lint.ts';
import type { Description } from './model.ts';
import { isFor, readOverlay, refuseUnmatchedTargets } from './overlays.ts';
import { type LoadOptions, type Loaded, readDescription, type Refusal } from './read-description.ts';

/** What to load, as plain data. */
export interface LoadRequest {
  readonly name: string;
  readonly file: string;
  readonly lint: LintOrigin;
  /** The overlays' files and addresses. */
  readonly overlays: readonly string[];
  readonly refuse: Refusal;
}

/**
 * The reply of the thread: the description, the problems because of which it is refused, or that the thread's stack was
 * too small as well.
 */
export type LoadReply =
  | { readonly loaded: Loaded }
  | { readonly problems: readonly Problem[] }
  | { readonly isTooDeep: true };

/** Enough for chains of tens of thousands of references. Memory is used only as needed. */
const stackSizeMb = 64;

/**
 * Reads a document with everything that it refers to, like `readDescription`, but with any length of its chains of
 * references. The linter and the bundler follow references recursively, so a document whose chains are too long for the
 * stack of this thread is read again in a thread with a larger one.
 *
 * @throws {GenerateError} when the document cannot be read or parsed, has a problem that `refuse` refuses, or an
 * overlay cannot be applied completely.
 */
export async function loadDescription(
  name: string,
  file: string,
  lint: LintConfig,
  { overlays = [], refuse = 'all' }: LoadOptions = {},
): Promise<Loaded> {
  try {
    return await readDescription(name, file, lint, { overlays, refuse });
  } catch (error) {
    if ((error as Error).name !== 'RangeError') throw error;
    const places = overlays.map((overlay) => overlay.file);
    return loadWithLargeStack({ name, file, lint: lint.origin, overlays: places, refuse });
  }
}

/** Reads in a separate thread, whose stack is about 60 times as large as that of the main thread. */
async function loadWithLargeStack(request: LoadRequest): Promise<Loaded> {
  // A path within the package, because a built module is in a different folder than its source.
  const worker = new Worker(createRequire(import.meta.url).resolve('#load-worker'), {
    workerData: request,
    resourceLimits: { stackSizeMb },
  });
  // The thread also ends when it runs out of memory.
  const [reply] = (await once(worker, 'message').catch(() => [{ isTooDeep: true }])) as [LoadReply];
  if ('loaded' in reply) return reply.loaded;
  if ('problems' in reply) throw new GenerateError(reply.problems);
  const reason = 'cannot be read: its schemas form a chain of tens of thousands of references. Split the document';
  throw new GenerateError([{ file: displayPath(request.file), line: 0, reason }]);
}

/**
 * Loads every document that a redocly configuration lists under `apis`, with its name in the configuration.
 *
 * @throws {GenerateError} when a document is missing, cannot be parsed or breaks a lint rule.
 */
export async function loadProject(configPath: string): Promise<readonly Description[]> {
  const { config } = await loadLintConfig({ configPath });
  const apis = Object.entries(config.resolvedConfig.apis ?? {});
  if (apis.length === 0)
    throw new GenerateError([{ file: configPath, line: 0, reason: 'lists no documents: add them under apis' }]);
  return Promise.all(
    apis.map(([name, { root }]) => {
      const lint = { config: config.forAlias(name), origin: { configPath, alias: name } };
      return loadDescription(name, resolve(dirname(configPath), root), lint);
    }),
  );
}

/** What a consumer generates from. */
export interface ConsumerOptions {
  /** `name=path` or `name=https://…`, such as `odata=./odata.yaml`. */
  readonly documents: readonly string[];
  readonly overlays: readonly string[];
  /**
   * A redocly configuration with the lint rules; a document with errors is refused. Without it, a document is refused
   * only if generating from it is impossible, and redocly's recommended rules give warnings.
   */
  readonly config?: string | undefined;
}

/**
 * Loads the documents of a consumer. An overlay is applied to the document that its `extends` names, or to all
 * documents if it names none.
 *
 * @throws {GenerateError} when a document or an overlay cannot be used.
 * @throws {ConfigError} when an option is unknown.
 * @example
 * ```ts
 * const descriptions = await loadConsumer({ documents: ['odata=./odata.yaml'], overlays: ['./ours.yaml'] });
 * ```
 */
export async function loadConsumer(options: ConsumerOptions): Promise<readonly Loaded[]> {
  const { documents, overlays, config: configPath } = ownOptions(options, { documents: 1, overlays: 1, config: 1 });
  const lint = await loadLintConfig(configPath === undefined ? { preset: 'recommended' } : { configPath });
  const named = documents.map(parseDocument);
  const taken = named.find(({ name }, index) => named.findIndex((candidate) => candidate.name === name) !== index);
  if (taken)
    throw new GenerateError([
      { file: taken.file, line: 0, reason: `is the second document named ${taken.name}: give it another name` },
    ]);
  const applied = await Promise.all(overlays.map((file) => readOverlay(file, lint.config)));
  const loaded = await Promise.all(
    named.map(async ({ name, file }) => ({
      file,
      description: await loadDescription(name, file, lint, {
        overlays: applied.filter((overlay) => isFor(overlay, file)),
        refuse: configPath === undefined ? 'impossible' : 'errors',
      }),
    })),
  );
  refuseUnmatchedTargets(
    applied,
    loaded.map(({ file, description: { before, document } }) => ({ file, before, after: document })),
  );
  return loaded.map(({ description }) => description);
}

/** Names of the generator's own files. */
const OWN_FILES = new Set(['records', 'properties', 'operations', 'security-schemes', 'decode', 'fields', 'tables']);

function parseDocument(text: string): { name: string; file: string } {
  const [name = '', ...rest] = text.split('=');
  const file = rest.join('=');
  const isNamed = /^[a-z][a-z0-9-]*$/.test(name);
  if (!isNamed || file === '') {
    const reason =
      file === '' || name === ''
        ? 'is not a document: write name=path, such as odata=./odata.yaml'
        : `has the name ${name}, which must be lower-case letters, digits and hyphens, and begin with a letter`;
    throw new GenerateError([{ file: text, line: 0, reason }]);
  }
  if (OWN_FILES.has(name)) {
    const reason = `cannot be named ${name}, because the generator writes a file of that name: choose another name`;
    throw new GenerateError([{ file, line: 0, reason }]);
  }
  return { name, file: isAbsoluteUrl(file) ? file : resolve(file) };
}
