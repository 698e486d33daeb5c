import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

export const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes of the objects that are in use. Those of other tests in the same worker count, so compare two readings. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
