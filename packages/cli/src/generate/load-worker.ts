import { parentPort, workerData } from 'node:worker_threads';
import { GenerateError } from './generate-error.ts';
import { loadLintConfig } from './lint.ts';
import type { LoadReply, LoadRequest } from './load.ts';
import { readOverlay } from './overlays.ts';
import { readDescription } from './read-description.ts';

const { name, file, lint: origin, overlays: files, refuse } = workerData as LoadRequest;

async function load(): Promise<LoadReply> {
  try {
    const lint = await loadLintConfig(origin);
    const overlays = await Promise.all(files.map((each) => readOverlay(each, lint.config)));
    return { loaded: await readDescription(name, file, lint, { overlays, refuse }) };
  } catch (error) {
    if (error instanceof GenerateError) return { problems: error.problems };
    if ((error as Error).name === 'RangeError') return { isTooDeep: true };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- The port of a worker thread has no origin.
parentPort?.postMessage(await load());
