import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import lighthouse from 'lighthouse';
import { launch, skip } from './support/browser.ts';
import { serve } from './support/serve.ts';

const port = 41_000 + (process.pid % 1000);
/** Its simulated speed is made from times of this machine: another process may lower it, nothing can raise it. */
const attempts = 4;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

describe('Lighthouse, mobile', { skip }, () => {
  for (const path of ['/', '/reference/odata/list-history/'])
    test(`${path} scores 95 or more, by the best of up to ${attempts} runs`, async () => {
      const site = await serve();
      const browser = await launch([`--remote-debugging-port=${port}`]);
      try {
        const best: Record<string, number> = {};
        for (let attempt = 1; attempt <= attempts && !categories.every((name) => (best[name] ?? 0) >= 95); attempt++) {
          const result = await lighthouse(`${site.origin}${path}`, {
            port,
            onlyCategories: categories,
            logLevel: 'error',
          });
          for (const [name, { score }] of Object.entries(result!.lhr.categories))
            best[name] = Math.max(best[name] ?? 0, Math.round((score ?? 0) * 100));
          console.log(path, `run ${attempt}`, best);
        }
        for (const name of categories) assert.ok((best[name] ?? 0) >= 95, `${name}: ${best[name]}`);
      } finally {
        await browser.close();
        await site.close();
      }
    });
});
