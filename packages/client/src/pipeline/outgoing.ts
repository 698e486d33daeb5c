import type { Draft } from './draft.ts';
import type { Stopper } from './stopper.ts';

/** One request of one attempt. A credential is added in place: each further request is made anew, without it. */
export class Outgoing {
  /** A credential may add to it */
  url: string;
  /** The address without what a credential added */
  readonly target: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly draft: Draft;
  readonly stopper: Stopper;

  constructor(draft: Draft, stopper: Stopper, url: string) {
    this.url = url;
    this.target = url;
    this.method = draft.method;
    this.headers = { ...draft.headers };
    this.draft = draft;
    this.stopper = stopper;
  }

  /** For a credential that has to wait */
  get signal(): AbortSignal {
    return this.stopper.signal;
  }
}
