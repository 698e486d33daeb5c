import { atEndOfTurn } from '@syncline/core/internal';

/**
 * Decides when a request is passed to undici: at once, or as soon as the connections that have just become free can be
 * used again. undici does not reuse a connection in the turn of the event loop in which its response ended. For a
 * request of the same turn, such as the next one of a busy loop, it would open another connection, and end with up to
 * twice as many connections as concurrent calls.
 */
export class DispatchScheduler {
  #underWay = 0;
  #resting = false;

  begin(start: () => void): void {
    // A single request finds a free connection, or opens the second and last one.
    if (this.#resting && this.#underWay > 0) atEndOfTurn(start);
    else start();
    this.#underWay += 1;
  }

  readonly ended = (): void => {
    this.#underWay -= 1;
    if (this.#resting) return;
    this.#resting = true;
    atEndOfTurn(() => {
      this.#resting = false;
    });
  };
}
