import { loadPart } from '@syncline/core/internal';
import type { Settings } from '../options/settings.ts';
import { beginCall, callInit, type CallOperation, type SendOperation } from './operation-call.ts';

type Loaded = typeof import('./call.ts');

/** What `call` needs besides what the resources use, once a program has called it. */
let loaded: Loaded | undefined;

/**
 * Creates `client.call`, which calls every operation of the client's tables by its operationId. Its first call loads the
 * code that reads its arguments, so a page that uses only the resources never loads it.
 */
export function createCall<Paths>(sendOperation: SendOperation, settings: Settings): CallOperation<Paths> {
  const call = (operationId: string, init?: object) =>
    beginCall(() => {
      const send = (module: Loaded) => (loaded = module).sendCall(operationId, init, sendOperation, settings, callInit);
      return loaded ? send(loaded) : loadPart(() => import('./call.ts')).then(send);
    });
  return call as unknown as CallOperation<Paths>;
}
