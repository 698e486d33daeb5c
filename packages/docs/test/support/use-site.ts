import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, openPage } from './browser.ts';
import { serve } from './serve.ts';

/** The built site in a browser, for the tests of a `describe`. */
export interface UsedSite {
  browser(): Browser;
  readonly origin: string;
  /** Opens a page of the site, given its path, in its own context. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Serves the site and starts a browser before the tests of the `describe` that calls this, and stops both after them.
 */
export function useSite(): UsedSite {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serve>>;
  before(async () => {
    site = await serve();
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    await site.close();
  });
  return {
    browser: () => browser,
    get origin() {
      return site.origin;
    },
    open: (path, options) => openPage(browser, `${site.origin}${path}`, options),
  };
}
