type Run = (callback: () => void) => void;

// Captured on load, because a request must not wait for the timers of a test. Fake timers have the property `clock`.
const capture = (): Run => {
  const { setImmediate: platform } = globalThis as { setImmediate?: Run };
  return !platform || 'clock' in platform ? (callback) => callback() : platform;
};

/**
 * Calls `callback` at the end of this turn of the event loop, after everything that arrived in it has been handled. On a
 * platform without `setImmediate`, such as a browser, and if a test has replaced it before this module was loaded, calls
 * it immediately.
 *
 * @example
 * ```ts
 * import { atEndOfTurn } from '@syncline/core/internal';
 *
 * atEndOfTurn(() => console.log('second'));
 * console.log('first');
 * ```
 */
export const atEndOfTurn: Run = /* @__PURE__ */ capture();
