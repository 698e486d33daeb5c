/**
 * The same generator, but `return()` also ends it while `next()` waits. Otherwise `return()` of a generator waits for the
 * `next()` before it, which may take for ever.
 *
 * @param leave - ends what the generator waits for
 */
export function leaveAtOnce<Item>(generator: AsyncGenerator<Item, void>, leave: () => void): typeof generator {
  const end = generator.return.bind(generator);
  const leaveAndEnd = (value: void | PromiseLike<void>) => {
    leave();
    return end(value);
  };
  const dispose = async () => void (await leaveAndEnd());
  // Defined, not assigned: a program may have frozen the prototype of generators.
  const define = (name: string | symbol, value: unknown) =>
    Object.defineProperty(generator, name, { value, configurable: true, writable: true });
  define('return', leaveAndEnd);
  // Node 20 has the symbol, but its generators do not have the method.
  define(Symbol.asyncDispose ?? '@@asyncDispose', dispose);
  return generator;
}
