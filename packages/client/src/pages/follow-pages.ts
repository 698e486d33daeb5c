import type { CallContext } from '@syncline/core/internal';
import type { Decode } from '../decode/operation.ts';
import type { Progress } from '../decode/ordinary.ts';
import { refusePage, type Row } from '../decode/record-decoder.ts';
import type { Settings } from '../options/settings.ts';
import type { CallInit, CallResult } from '../pipeline/pipeline.ts';

/**
 * What the pages of one collection need. It is passed in, because a module that this one imported would be in a chunk
 * that it shares with a page's first bundle (0.3 kB more there).
 */
export interface PagedCall {
  readonly settings: Settings;
  readonly init: CallInit;
  /** Sends the request of one page: the operation's own without a `url`, which is that of a next link */
  readonly send: (init: CallInit, decode: Decode) => Promise<CallResult>;
  /** Creates the decoder of all pages */
  readonly createDecode: (progress: Progress) => Decode;
}

/**
 * Reads all pages of a collection into one list. Every page is a call of its own with the limits of the caller, except
 * that one deadline applies to all of them.
 */
export async function listPages(call: PagedCall): Promise<CallResult> {
  const { send, init } = call;
  const startedAt = init.startedAt ?? call.settings.clock.now();
  const pages = new Pages(call);
  const decodePage = call.createDecode(pages.progress);
  const records: unknown[] = [];
  for (;;) {
    const result = await send({ ...init, url: pages.url, startedAt }, async (body, context) => {
      const page = await decodePage(body, context);
      pages.turn(context);
      return page;
    });
    // Not in `decode`: V8 would keep what it refers to alive, as it does with an object literal (see `CallResult`).
    for (const record of result.value as unknown[]) records.push(record);
    if (pages.url === undefined) return { ...result, value: records };
  }
}

/**
 * Reads all pages of a collection while they arrive. The deadline begins again with each record, as it does within a
 * page, unless the caller set one for this call.
 */
export async function* streamPages(call: PagedCall): AsyncGenerator<Row[], void> {
  const { send, init } = call;
  const { clock } = call.settings;
  let startedAt = init.startedAt ?? clock.now();
  const pages = new Pages(call);
  const decodePage = call.createDecode(pages.progress);
  do {
    let context: CallContext | undefined;
    const { value } = await send({ ...init, url: pages.url, startedAt }, (body, of) =>
      decodePage(body, (context = of)),
    );
    for await (const rows of value as AsyncGenerator<Row[], void>) {
      yield rows;
      if (rows.length > 0 && init.options?.deadline === undefined) startedAt = clock.now();
    }
    pages.turn(context as CallContext);
  } while (pages.url !== undefined);
}

/** Where a collection of several pages is being read. */
class Pages {
  readonly progress: Progress = { seen: 0, followsPages: true };
  /** The address of the page to read; undefined for the first, and after the last */
  url: string | undefined;
  readonly #read = new Set<string>();
  readonly #call: PagedCall;

  constructor(call: PagedCall) {
    this.#call = call;
  }

  /**
   * Turns to the next page.
   *
   * @throws {ResponseFormatError} when its link leads to another origin, or to a page that was read
   */
  turn(context: CallContext): void {
    const { origin } = this.#call.settings;
    const { next } = this.progress;
    const base = context.request.url;
    this.progress.next = undefined;
    this.url = undefined;
    if (next === undefined) return;
    const refuse = (why: string) => refusePage(context, why);
    if (typeof next !== 'string' || !URL.canParse(next, base)) throw refuse('it is not an address');
    const target = new URL(next, base);
    // Not its `origin`: a user name does not change that, and a `blob:` address has that of another address.
    if (!target.href.startsWith(origin)) throw refuse('it leads to another origin');
    // Errors and events show the path of a request.
    if (context.scrub(target.pathname) !== target.pathname) throw refuse('its path contains a credential');
    target.hash = '';
    this.#read.add(new URL(base).href);
    if (this.#read.has(target.href)) throw refuse('it leads to a page that was read before');
    this.url = target.href;
  }
}
