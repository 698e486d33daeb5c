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
 * Each page has the sidebar of its section only, and the API that of one package: it has over eight hundred pages, which
 * with all others were nine tenths of the HTML of every page. A page outside the sections lists them.
 */
export const onRequest = defineRouteMiddleware(({ locals, url }) => {
  const route = locals.starlightRoute;
  if (url.pathname === '/') route.hasSidebar = true; // for the menu on narrow screens; a style hides it on wide ones
  const sections = url.pathname.startsWith('/errors/') ? route.sidebar.map(markErrorCodes) : route.sidebar;
  const section = sections.find((entry) =>
    url.pathname.startsWith('/errors/') ? entry.label === 'Reference' : holdsThisPage(entry),
  );
  locals.section = section?.label;
  if (section?.type !== 'group') route.sidebar = [];
  else if (section.label !== 'API') route.sidebar = section.entries;
  else route.sidebar = section.entries.map((entry) => shorten(entry, `/api/${entry.label}/`, url.pathname));
});
