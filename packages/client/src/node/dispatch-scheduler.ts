/**
 * Decides when a request is passed to undici: at once, or when the connections that have just responded can be used
 * again. undici keeps a connection idle until the end of the turn of the event loop in which its response arrived. For
 * a request in the same turn, as in a busy loop, it would open another connection, up to twice as many as there are
 * concurrent calls.
 */
export class DispatchScheduler {
  #underWay = 0;
  #resting = false;

  begin(start: () => void): void {
    // A single request finds a connection that can be used again, or opens the second and last one.
    if (this.#resting && this.#underWay > 0) setImmediate(start);
    else start();
    this.#underWay += 1;
  }

  readonly ended = (): void => {
    this.#underWay -= 1;
    if (this.#resting) return;
    this.#resting = true;
    setImmediate(() => {
      this.#resting = false;
    });
  };
}
