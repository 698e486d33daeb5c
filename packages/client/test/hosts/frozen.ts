/**
 * Freezes what `node --frozen-intrinsics` freezes. It is a module, because vitest replaces methods of `console` when it
 * starts, which the flag does not allow.
 */
import { freezeIntrinsics, keepErrorsAssignable } from './freeze-intrinsics.ts';

// The files share a worker.
if (!Object.isFrozen(Error)) {
  console.log('skipped: the tests that change built-in objects, because these are frozen');
  keepErrorsAssignable();
  freezeIntrinsics();
}
