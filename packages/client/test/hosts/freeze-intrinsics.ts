const errors = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError];
const others = [Object, Function, Array, String, Number, Boolean, Symbol, BigInt, Date, RegExp, Promise, Map, Set];
const more = [WeakMap, WeakSet, ArrayBuffer, Uint8Array, DataView, Object.getPrototypeOf(Uint8Array) as typeof Object];
const rest = [Proxy, WeakRef, FinalizationRegistry, SharedArrayBuffer, Float64Array, BigInt64Array, Uint32Array];
/** The prototypes without a global name: of iterators, and of generators and async functions. */
const nameless: object[] = [
  [][Symbol.iterator](),
  new Map()[Symbol.iterator](),
  new Set()[Symbol.iterator](),
  ''[Symbol.iterator](),
  ''.matchAll(/x/g),
  (function* () {})(),
  (async function* () {})(),
  async () => {},
  function* () {},
  async function* () {},
].flatMap((value) => {
  const prototype = Object.getPrototypeOf(value) as object;
  return [prototype, Object.getPrototypeOf(prototype) as object];
});

/** Freezes the built-in objects. */
export function freezeIntrinsics(): void {
  for (const intrinsic of [...errors, ...others, ...more]) {
    Object.freeze(intrinsic.prototype);
    Object.freeze(intrinsic);
  }
  for (const intrinsic of rest) {
    if (intrinsic.prototype !== undefined) Object.freeze(intrinsic.prototype);
    Object.freeze(intrinsic);
  }
  for (const namespace of [JSON, Math, Reflect, Intl, Atomics, ...nameless]) Object.freeze(namespace);
}

/**
 * Lets programs assign the properties of errors that they inherit from a frozen prototype, as `node --frozen-intrinsics`
 * does: undici assigns `name`, and vitest `Error.stackTraceLimit`.
 */
export function keepErrorsAssignable(): void {
  let limit = Error.stackTraceLimit;
  Object.defineProperty(Error, 'stackTraceLimit', { get: () => limit, set: (value: number) => void (limit = value) });
  for (const { prototype } of errors)
    for (const name of ['name', 'message', 'toString'] as const) {
      const { value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      if (value === undefined) continue;
      Object.defineProperty(prototype, name, {
        get: () => value,
        set(this: object, own: unknown) {
          Object.defineProperty(this, name, { value: own, configurable: true, enumerable: true, writable: true });
        },
      });
    }
}
