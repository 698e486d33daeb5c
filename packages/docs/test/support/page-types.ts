import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dist } from './serve.ts';

/**
 * The types of pages, in the order in which they are tried. The first pattern that matches an address decides its type.
 */
const patterns = [
  ['start', /^\/$/],
  ['not found', /^\/404\.html$/],
  ['recipe', /^\/recipes\/.+/],
  ['recipes', /^\/recipes\/$/],
  ['guide', /^\/guides\/|^\/(?:start|how-it-works|events|environment|exit-statuses|dependencies)\/$/],
  ['operation', /^\/reference\/(?:odata|v2|cloud)\/[^/]+\/$/],
  ['job fields', /^\/reference\/job-fields\/$/],
  ['rules', /^\/reference\/lint-rules\/$/],
  ['reference', /^\/reference\//],
  ['error', /^\/errors\/[^/]+\/$/],
  ['decision', /^\/decisions\//],
  ['benchmarks', /^\/project\/benchmarks\/$/],
  ['changelog', /^\/project\/changelog\/$/],
  ['api index', /^\/api\/$/],
  ['api export', /^\/api\/.*\/(?:functions|classes|interfaces|type-aliases|variables)\/[^/]+\/$/],
  ['api package', /^\/api\/.+/],
] as const;

export type PageType = (typeof patterns)[number][0];

/** The addresses of the built site. */
export const addresses: readonly string[] = globSync('**/*.html', { cwd: fileURLToPath(dist) })
  .map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`)
  .sort();

/** @throws {Error} when no pattern matches the address, so that a new kind of page is not left out of a test */
export function typeOf(address: string): PageType {
  const found = patterns.find(([, pattern]) => pattern.test(address));
  if (found === undefined)
    throw new Error(`${address} has no type. Fix it by adding a pattern to packages/docs/test/support/page-types.ts.`);
  return found[0];
}

/** The addresses of each type. Throws if a type has no page. */
export function addressesByType(): ReadonlyMap<PageType, readonly string[]> {
  const groups = new Map<PageType, string[]>(patterns.map(([type]) => [type, []]));
  for (const address of addresses) groups.get(typeOf(address))!.push(address);
  for (const [type, found] of groups)
    if (found.length === 0) throw new Error(`No page of the built site is of the type “${type}”.`);
  return groups;
}
