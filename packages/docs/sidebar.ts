import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { typeDocSidebarGroup } from 'starlight-typedoc';

const inDocs = (path: string) => new URL(`./src/content/docs/${path}`, import.meta.url);

/** The pages of a folder. The reference pages are generated, so a folder may not exist yet. */
const pagesOf = (folder: string) =>
  existsSync(inDocs(folder))
    ? readdirSync(inDocs(folder)).filter((name) => /\.mdx?$/.test(name) && !name.startsWith('index.'))
    : [];

const operations = (folder: string) =>
  pagesOf(`reference/${folder}`).map((name) => ({
    slug: `reference/${folder}/${name.replace(/\.mdx?$/, '').toLowerCase()}`,
  }));

/** The guides, in order. */
const guides = [
  'authentication',
  'filters',
  'errors',
  'retries-and-deadlines',
  'callbacks',
  'watching-jobs',
  'watching-runs',
  'waiting-in-ci',
  'github-actions',
  'alerting',
  'alerts-to-webhooks',
  'diagnosing-failures',
  'freshness',
  'report-and-monitor',
  'run-history-with-sql',
  'several-workers',
  'streams',
  'frameworks',
  'checking-jobs',
  'assistants',
  'testing',
  'doctor',
  'regenerating',
  'upgrading',
];
const unlisted = pagesOf('guides').filter((name) => !guides.includes(name.replace(/\.mdx?$/, '')));
if (unlisted.length > 0)
  throw new Error(`packages/docs/sidebar.ts does not list guides/${unlisted.join(', guides/')}.`);

/** The recipes, in the order of their index. */
const links = readFileSync(inDocs('recipes/index.md'), 'utf8').matchAll(/\]\(\/recipes\/([^/]+)\/\)/g);
const recipes = [...new Set([...links].map(([, name]) => name!))];
const missing = pagesOf('recipes').filter((name) => !recipes.includes(name.replace(/\.md$/, '')));
if (missing.length > 0)
  throw new Error(`packages/docs/src/content/docs/recipes/index.md does not link to ${missing.join(', ')}.`);

/** The order of the pages. */
export const sidebar = [
  {
    label: 'Start here',
    items: [{ slug: 'start' }, { slug: 'how-it-works' }],
  },
  {
    label: 'Recipes',
    items: [{ slug: 'recipes', label: 'All recipes' }, ...recipes.map((name) => ({ slug: `recipes/${name}` }))],
  },
  {
    label: 'Guides',
    items: guides.map((name) => ({ slug: `guides/${name}` })),
  },
  {
    label: 'Reference',
    items: [
      { slug: 'reference' },
      { label: 'OData interface', items: operations('odata') },
      { label: 'v2 interface', items: operations('v2') },
      { label: 'Cloud query interface', items: operations('cloud') },
      { slug: 'reference/job-fields' },
      { slug: 'reference/records' },
      { slug: 'reference/not-documented' },
      { slug: 'reference/error-codes' },
      { slug: 'reference/lint-rules' },
      { slug: 'reference/commands' },
      { slug: 'reference/configuration' },
      { slug: 'reference/mcp-tools' },
      { slug: 'reference/openapi-keywords' },
      { slug: 'reference/diff-checks' },
      { slug: 'exit-statuses' },
      { slug: 'events' },
      { slug: 'environment' },
    ],
  },
  typeDocSidebarGroup,
  {
    label: 'Project',
    items: [
      { slug: 'project/benchmarks' },
      { slug: 'project/changelog' },
      { label: 'Decisions', collapsed: true, items: [{ autogenerate: { directory: 'decisions' } }] },
    ],
  },
];
