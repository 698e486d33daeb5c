import type { CollectionName } from '../store/store.ts';
import type { CollectionQuery } from '../store/select-query.ts';
import { QueryError } from '../store/query-error.ts';

const tables: Readonly<Record<string, CollectionName>> = { jobs: 'job', history: 'history', connectors: 'connector', workspaces: 'workspace' };

/** @throws QueryError */
export function parseQueryText(text: string): CollectionQuery & { collection: CollectionName } {
  const match = /^\s*select\s+(\*|[\w#]+(?:\s*,\s*[\w#]+)*)\s+from\s+(\w+)\s*;?\s*$/i.exec(text);
  const table = match?.[2]?.toLowerCase() ?? '';
  if (match === null || !Object.hasOwn(tables, table)) throw new QueryError('Expected SELECT <columns> FROM jobs, history, connectors or workspaces.');
  const select = match[1] === '*' ? undefined : match[1]?.split(',').map((name) => name.trim());
  return { collection: tables[table] as CollectionName, select };
}
