import assert from 'node:assert/strict';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';

/** The categories whose audits do not measure time. */
const checked = ['accessibility', 'best-practices', 'seo'] as const;
const least = 95;

export type FormFactor = 'phone' | 'desktop';

/**
 * Asserts a score of 95 or more in the categories that do not depend on the speed of the machine. Performance is only
 * printed, with Lighthouse's index of the machine: the same page has 98 on one machine and 83 on one half as fast.
 * {@link assertWork} checks what a browser has to do for a page.
 */
export async function assertScores(
  url: string,
  port: number,
  formFactor: FormFactor,
  skipAudits: string[] = [],
): Promise<void> {
  const flags: Flags = {
    port,
    onlyCategories: [...checked, 'performance'],
    logLevel: 'error',
    disableFullPageScreenshot: true,
    skipAudits,
  };
  const result = await lighthouse(url, flags, formFactor === 'desktop' ? desktopConfig : undefined);
  const { categories, audits, environment } = result!.lhr;
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const shown = checked.map((name) => `${name} ${score(name)}`).join(', ');
  console.log(
    `${new URL(url).pathname} ${formFactor}: ${shown}; performance ${score('performance')} on a machine of ${Math.round(environment.benchmarkIndex)}`,
  );
  const costly = checked
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
  assert.ok(
    checked.every((name) => score(name) >= least),
    `${url} on a ${formFactor}: ${shown}\n${costly.join(', ')}`,
  );
}
