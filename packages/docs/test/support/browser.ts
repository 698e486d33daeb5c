import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/**
 * The paths where Debian and other distributions install Chromium. First the variant without a window, which needs a
 * third less CPU time for a page.
 */
const executable = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

/** The reason to skip the browser tests, or false. */
export const skip: string | false = executable === undefined ? 'no Chromium found: apt-get install chromium' : false;

export const launch = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: executable!, args: ['--no-sandbox', ...args] });

/** Opens a page in its own context, at 1440 × 900 unless the options say otherwise. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** The texts of the tooltips that the lanes of all jobs show at their right ends, where the last runs are. */
export function tooltipsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('.lanes > li .lane-box')].map((lane) => {
    const { right, top } = lane.getBoundingClientRect();
    lane.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: right - 1, clientY: top + 1 }));
    return document.getElementById('tip').textContent;
  })`);
}
