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

/**
 * The tasks of the two sections for readers: each with its guides and its recipes, in order. What is not a guide is a recipe
 * (`recipes/…`).
 */
const useTheSdk: Tasks = {
  Connect: [
    'authentication',
    'retries-and-deadlines',
    'recipes/self-signed-server-or-proxy',
    'recipes/one-token-for-a-fleet',
  ],
  'Read data': [
    'filters',
    'parsing-filters',
    'streams',
    'watching-runs',
    'frameworks',
    'recipes/list-all-jobs',
    'recipes/read-everything-in-little-memory',
    'recipes/read-a-server-that-pages',
  ],
  'Handle errors': ['errors', 'callbacks'],
  Test: ['testing', 'recipes/test-without-a-server', 'sandbox'],
  'Adapt to your server': [
    'regenerating',
    'upgrading',
    'recipes/types-for-your-server',
    'recipes/upgrade-after-a-change',
    'recipes/release-a-package-for-your-server',
  ],
};
const operate: Tasks = {
  'See whether data arrived': ['freshness', 'recipes/fail-when-data-is-stale'],
  'Find out what failed': [
    'diagnosing-failures',
    'recipes/failed-runs-of-the-last-24-hours',
    'doctor',
    'checking-jobs',
  ],
  'Wait in CI': ['waiting-in-ci', 'recipes/wait-for-a-run-in-ci', 'github-actions'],
  'Watch all the time': ['report-and-monitor', 'alerts-to-webhooks', 'alerting', 'assistants'],
  'Keep the history': ['run-history-with-sql', 'several-workers', 'how-large-can-it-get'],
};
type Tasks = Readonly<Record<string, readonly string[]>>;

const listed = [useTheSdk, operate].flatMap((tasks) => Object.values(tasks).flat()).concat('watching-jobs');
const unlisted = [
  ...pagesOf('guides').map((name) => name.replace(/\.mdx?$/, '')),
  ...pagesOf('recipes').map((name) => `recipes/${name.replace(/\.md$/, '')}`),
].filter((name) => !listed.includes(name));
if (unlisted.length > 0) throw new Error(`packages/docs/sidebar.ts does not list ${unlisted.join(', ')}.`);

/** The table of recipes lists each of them. */
const index = readFileSync(inDocs('recipes/index.md'), 'utf8');
const missing = listed.filter((name) => name.startsWith('recipes/') && !index.includes(`](/${name}/)`));
if (missing.length > 0)
  throw new Error(`packages/docs/src/content/docs/recipes/index.md does not link to ${missing.join(', ')}.`);

const groupsOf = (tasks: Tasks) =>
  Object.entries(tasks).map(([label, names]) => ({
    label,
    items: names.map((name) => ({ slug: name.startsWith('recipes/') ? name : `guides/${name}` })),
  }));

/** The sections of the site, in the order of the header: each has a sidebar of its own, and begins with its first page. */
export const sidebar = [
  {
    label: 'Use the SDK',
    items: [
      { slug: 'start' },
      { slug: 'how-it-works' },
      { slug: 'recipes', label: 'All recipes' },
      ...groupsOf(useTheSdk),
    ],
  },
  { label: 'Operate', items: [{ slug: 'guides/watching-jobs' }, ...groupsOf(operate)] },
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
      { slug: 'dependencies' },
      { slug: 'events' },
      { slug: 'environment' },
      {
        label: 'Project',
        items: [
          { slug: 'project/benchmarks' },
          { slug: 'project/changelog' },
          { label: 'Decisions', collapsed: true, items: [{ autogenerate: { directory: 'decisions' } }] },
        ],
      },
    ],
  },
  typeDocSidebarGroup,
];
