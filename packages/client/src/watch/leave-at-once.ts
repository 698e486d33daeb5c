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
  // Node 20 has the symbol, but its generators do not have the method.
  return Object.assign(generator, { return: leaveAndEnd, [Symbol.asyncDispose ?? '@@asyncDispose']: dispose });
}
