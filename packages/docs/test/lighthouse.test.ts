import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import lighthouse from 'lighthouse';
import { launch, skip } from './support/browser.ts';
import { serve } from './support/serve.ts';

const port = 41_000 + (process.pid % 1000);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

describe('Lighthouse, mobile', { skip }, () => {
  for (const path of ['/', '/reference/odata/list-history/'])
    test(`${path} scores 95 or more, and 80 or more for speed on a busy machine`, async () => {
      const site = await serve();
      const browser = await launch([`--remote-debugging-port=${port}`]);
      try {
        const result = await lighthouse(`${site.origin}${path}`, { port, onlyCategories: categories, logLevel: 'error' });
        const scores = Object.fromEntries(Object.entries(result!.lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
        console.log(path, scores);
        // The simulated speed depends on how busy this machine is, so its score is printed and only its floor is held.
        for (const name of categories) assert.ok((scores[name] ?? 0) >= (name === 'performance' ? 80 : 95), `${name}: ${scores[name]}`);
      } finally {
        await browser.close();
        await site.close();
      }
    });
});
