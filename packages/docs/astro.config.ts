import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightTypeDoc from 'starlight-typedoc';
import { fileURLToPath } from 'node:url';
import { OptionDefaults } from 'typedoc';
import { entryPoints } from './entry-points.ts';
import { searchRanking } from './search-ranking.ts';
import { sidebar } from './sidebar.ts';

/**
 * The packages are bundled from their sources, for the browser and for the pages that are rendered here, so no build is
 * needed first.
 */
const sources = '@syncline/source';

/**
 * The address at which the site is published. Without it, pages have no canonical address, and no sitemap is written.
 */
const site = process.env['SITE_URL'];

export default defineConfig({
  ...(site === undefined ? {} : { site }),
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  vite: {
    resolve: { conditions: [sources, 'module', 'browser', 'development|production'] },
    environments: { prerender: { resolve: { conditions: [sources, 'module', 'node', 'development|production'] } } },
    worker: { format: 'es' },
    build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
  },
  integrations: [
    starlight({
      title: 'Syncline',
      description: 'The TypeScript SDK for a data synchronization service: typed, safe by construction, and fast.',
      favicon: '/favicon.svg',
      customCss: [
        './src/styles/fonts.css',
        '../../scripts/pages/tokens.css',
        './src/styles/theme.css',
        './src/styles/prose.css',
        './src/styles/start-page.css',
        './src/styles/figures.css',
        './src/styles/operations.css',
        './src/styles/reference.css',
        './src/styles/try-it.css',
      ],
      components: {
        SiteTitle: './src/components/SiteTitle.astro',
        PageTitle: './src/components/PageTitle.astro',
        Footer: './src/components/Footer.astro',
        Head: './src/components/Head.astro',
        Sidebar: './src/components/Sidebar.astro',
        SocialIcons: './src/components/HeaderLinks.astro',
      },
      expressiveCode: {
        themes: ['vitesse-dark', 'vitesse-light'],
        defaultProps: { wrap: false },
        styleOverrides: {
          borderRadius: '10px',
          borderColor: 'var(--line)',
          borderWidth: '1px',
          codeFontFamily: 'var(--__sl-font-mono)',
          codeFontSize: '0.84rem',
          codeLineHeight: '1.65',
          codeBackground: 'var(--code-bg)',
          frames: {
            shadowColor: 'transparent',
            editorActiveTabIndicatorTopColor: 'var(--sl-color-accent)',
            editorTabBarBackground: 'var(--code-bar)',
            editorActiveTabBackground: 'var(--code-bg)',
            terminalBackground: 'var(--code-bg)',
            terminalTitlebarBackground: 'var(--code-bar)',
            terminalTitlebarDotsOpacity: '0.35',
            frameBoxShadowCssValue: 'none',
          },
        },
      },
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      pagefind: { ranking: searchRanking },
      routeMiddleware: './src/sidebar-of-page.ts',
      lastUpdated: false,
      credits: false,
      sidebar,
      plugins: [
        starlightTypeDoc({
          entryPoints: [...entryPoints.values()],
          tsconfig: './tsconfig.typedoc.json',
          output: 'api',
          sidebar: { label: 'API', collapsed: true },
          typeDoc: {
            plugin: [fileURLToPath(new URL('./scripts/typedoc-plugin.mjs', import.meta.url))],
            name: 'Packages',
            blockTags: [...OptionDefaults.blockTags, '@description', '@constant'],
            sortEntryPoints: false,
            preservedTypeAnnotationTags: ['@throws'],
            readme: './scripts/api-by-task.md',
            mergeReadme: true,
            indexFormat: 'table',
            groupOrder: ['Modules', 'Functions', 'Classes', 'Variables', '*'],
            entryFileName: 'index',
            skipErrorChecking: true,
            excludeInternal: true,
            excludePrivate: true,
            excludeExternals: true,
            excludeReferences: true,
            disableSources: true,
            logLevel: 'Error',
            parametersFormat: 'table',
            interfacePropertiesFormat: 'table',
            typeDeclarationFormat: 'table',
            tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true },
          },
        }),
      ],
    }),
  ],
});
