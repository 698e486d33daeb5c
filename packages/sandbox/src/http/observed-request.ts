import { keptLength } from './body-beginning.ts';
import type { RequestHeaders, SandboxRequest } from './request.ts';

/** A request that keeps the beginning of its body for the request log, once the service has read it. */
export class ObservedRequest implements SandboxRequest {
  readonly #request: SandboxRequest;
  #beginning: Uint8Array | undefined;

  constructor(request: SandboxRequest) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method;
  }

  get path(): string {
    return this.#request.path;
  }

  get query(): string {
    return this.#request.query;
  }

  get loopback(): boolean {
    return this.#request.loopback;
  }

  /** The first 2,048 bytes of the body, or undefined if the service has not read it. */
  get beginning(): Uint8Array | undefined {
    return this.#beginning;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  headers(): RequestHeaders {
    return this.#request.headers();
  }

  sendWaiting(): void {
    this.#request.sendWaiting?.();
  }

  async readBody(): Promise<Uint8Array> {
    const body = await this.#request.readBody();
    this.#beginning = body.slice(0, keptLength);
    return body;
  }
}
