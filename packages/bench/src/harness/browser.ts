import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The part of playwright-core that suites use. It is a dependency only of the site. */
export interface Browser {
  newContext(options: { readonly viewport: { readonly width: number; readonly height: number } }): Promise<{
    newPage(): Promise<{ goto(url: string): Promise<unknown>; evaluate(expression: string): Promise<unknown> }>;
    close(): Promise<void>;
  }>;
  close(): Promise<void>;
}

const executables = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Starts Chromium with the playwright-core that the tests of the site use.
 *
 * @returns a text that says what to install, if one of them is missing
 */
export async function launchBrowser(): Promise<Browser | string> {
  const executablePath = executables.find((path) => existsSync(path));
  if (executablePath === undefined) return 'no Chromium found (Debian: apt-get install chromium)';
  const site = createRequire(new URL('../../../docs/package.json', import.meta.url));
  let file: string;
  try {
    file = site.resolve('playwright-core');
  } catch {
    return 'playwright-core is not installed (npm ci --prefix packages/docs)';
  }
  const { chromium } = site(file) as { chromium: { launch(options: object): Promise<Browser> } };
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
