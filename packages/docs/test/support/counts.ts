import { readdirSync, readFileSync } from 'node:fs';
import { operations } from '@syncline/openapi';
import { lintRules } from '@syncline/jobs';
import { errorCodes } from '../../../../scripts/error-table.ts';

const root = new URL('../../../../', import.meta.url);
const json = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as unknown;
const jobFields = Object.keys(
  (json('packages/docs/public/openapi/odata.json') as { components: { schemas: { Job: { properties: object } } } })
    .components.schemas.Job.properties,
).length;

/**
 * What the pages count, by the noun that follows the number: all of them, or a named part. `from` is the smallest
 * number that is taken as a count of all. A smaller number, such as in “two rules need runs”, counts only what the
 * sentence mentions.
 */
export const counts: Readonly<Record<string, { readonly are: readonly number[]; readonly from: number }>> = {
  operations: { are: [Object.keys(operations).length], from: 4 },
  interfaces: { are: [new Set(Object.values(operations).map((each) => each.interface)).size], from: 2 },
  recipes: {
    are: [readdirSync(new URL('packages/docs/src/content/docs/recipes', root)).length - 1],
    from: 4,
  },
  rules: { are: [lintRules.length, lintRules.filter(({ offByDefault }) => offByDefault === true).length], from: 4 },
  codes: { are: [errorCodes.length], from: 7 },
  tools: { are: [(json('packages/mcp/tool-surface.json') as readonly unknown[]).length], from: 4 },
  fields: { are: [jobFields], from: 10 },
};
