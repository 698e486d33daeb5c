import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Where Debian, and others, put Chromium. */
const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** The reason for skipping the browser tests, or false. */
export const skip: string | false = executable === undefined ? 'no Chromium found: apt-get install chromium' : false;

export const launch = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: executable!, args: ['--no-sandbox', ...args] });
