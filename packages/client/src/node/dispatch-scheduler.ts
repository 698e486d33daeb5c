/**
 * When a request is handed to undici: at once, or after the connections that answered just now may be used again.
 * undici lets a connection rest to the end of the turn of the event loop that its answer came in; for a request that
 * comes in the same turn, as the next of a busy loop does, it would open another, and end with up to twice as many
 * connections as there are calls at once.
 */
export class DispatchScheduler {
  #underWay = 0;
  #resting = false;

  begin(start: () => void): void {
    // Alone, a request finds a connection that rests no longer, or opens the second and last one.
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
