import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

type Entry = StarlightRouteData['sidebar'][number];

const holdsThisPage = (entry: Entry): boolean =>
  entry.type === 'link' ? entry.isCurrent : entry.entries.some(holdsThisPage);

/** Lists the pages of a long group while one of them is read. Elsewhere, the group is a link to its first page. */
function shorten(group: Entry, href: string, pathname: string): Entry {
  if (group.type === 'link') return group;
  const isCurrent = pathname === href;
  const overview = (label: string): Entry => ({ type: 'link', label, href, isCurrent, badge: undefined, attrs: {} });
  if (!isCurrent && !holdsThisPage(group)) return overview(group.label);
  return { ...group, collapsed: false, entries: [overview('Overview'), ...group.entries] };
}

/** The page of an error has no link in the sidebar. The table of all codes is marked as the current page instead. */
function markErrorCodes(entry: Entry): Entry {
  if (entry.type === 'group') return { ...entry, entries: entry.entries.map(markErrorCodes) };
  return entry.href === '/reference/error-codes/'
    ? { ...entry, attrs: { ...entry.attrs, 'aria-current': 'true' } }
    : entry;
}

/**
 * Each page lists the parts of at most one package. The API reference has over eight hundred pages: with all of them,
 * the sidebar was nine tenths of the HTML of every page.
 */
export const onRequest = defineRouteMiddleware(({ locals, url }) => {
  const route = locals.starlightRoute;
  if (url.pathname === '/') route.hasSidebar = true; // for the menu on narrow screens; a style hides it on wide ones
  if (url.pathname.startsWith('/errors/')) route.sidebar = route.sidebar.map(markErrorCodes);
  route.sidebar = route.sidebar.map((group) =>
    group.type === 'group' && group.label === 'Packages'
      ? { ...group, entries: group.entries.map((entry) => shorten(entry, `/api/${entry.label}/`, url.pathname)) }
      : group,
  );
});
