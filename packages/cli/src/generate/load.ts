import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { GenerateError, type Problem } from './generate-error.ts';
import type { LintConfig, LintOrigin } from './lint-config.ts';
import { type LoadOptions, type Loaded, readDescription, type Refusal } from './read-description.ts';
import { shown } from './shown.ts';

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
    if (!(error instanceof RangeError)) throw error;
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
  throw new GenerateError([{ file: shown(request.file), line: 0, reason }]);
}
