import { existsSync, readdirSync } from 'node:fs';
import { typeDocSidebarGroup } from 'starlight-typedoc';

/** The reference pages are generated: their entries come from the folders that hold them. */
const inDocs = (path: string) => new URL(`./src/content/docs/${path}`, import.meta.url);

const generated = (folder: string) =>
  existsSync(inDocs(folder))
    ? readdirSync(inDocs(folder)).filter((name) => /\.mdx?$/.test(name) && !name.startsWith('index.'))
    : [];

const operations = (folder: string) =>
  generated(`reference/${folder}`).map((name) => ({
    slug: `reference/${folder}/${name.replace(/\.mdx?$/, '').toLowerCase()}`,
  }));

/** The order of the pages. */
export const sidebar = [
  {
    label: 'Start here',
    items: [{ slug: 'start' }, { slug: 'how-it-works' }],
  },
  {
    label: 'Guides',
    items: [
      { slug: 'guides/authentication' },
      { slug: 'guides/filters' },
      { slug: 'guides/errors' },
      { slug: 'guides/retries-and-deadlines' },
      { slug: 'guides/watching-runs' },
      { slug: 'guides/streams' },
      { slug: 'guides/testing' },
      { slug: 'guides/custom-ca' },
      { slug: 'guides/regenerating' },
      { slug: 'guides/upgrading' },
    ],
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
      { slug: 'reference/error-codes' },
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
