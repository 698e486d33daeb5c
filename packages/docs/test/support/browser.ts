import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Where Debian, and others, put Chromium. */
const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** The reason for skipping the browser tests, or false. */
export const skip: string | false = executable === undefined ? 'no Chromium found: apt-get install chromium' : false;

export const launch = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: executable!, args: ['--no-sandbox', ...args] });

/** A page in a context of its own, 1440 × 900 unless the options say otherwise. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
