import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, openPage } from './browser.ts';
import { serve } from './serve.ts';

/** How wide a page is shown, 1440 pixels unless said otherwise, and in which colors, light unless said otherwise. */
export interface Look {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** The built site in a browser, for the tests of a `describe`. */
export interface UsedSite {
  browser(): Browser;
  readonly origin: string;
  /** Opens a page of the site, given its path, in its own context. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Shows a page of the site in the tab of the visit before, which takes a tenth of the time of a new one. For tests
   * that change nothing that the site stores.
   */
  visit(path: string, look?: Look): Promise<Page>;
}

/**
 * Serves the site and starts a browser before the tests of the `describe` that calls this, and stops both after them.
 */
export function useSite(): UsedSite {
  let browser: Browser;
  let tab: Page | undefined;
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
    visit: async (path, { width = 1440, colorScheme = 'light' } = {}) => {
      tab ??= await browser.newPage();
      await tab.setViewportSize({ width, height: 900 });
      await tab.emulateMedia({ colorScheme });
      await tab.goto(`${site.origin}${path}`);
      return tab;
    },
  };
}
