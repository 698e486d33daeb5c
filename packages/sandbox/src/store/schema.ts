/**
 * The tables (decision record 0030). History is clustered by time, without row ids. Every table stores the JSON text of
 * each record, so that a response is made by joining texts. The columns beside the text are the fields that section 2.5
 * names; other fields are read from the text. Jobs have row ids: a job's text is too long for the pages of a key and
 * would be reassembled at each read. The column `keys` makes comparisons exact (`sort-keys.ts`).
 */
export const createTables = `
CREATE TABLE IF NOT EXISTS history (
  start TEXT NOT NULL, seq INTEGER NOT NULL, connectorid TEXT, details TEXT, instanceid TEXT, keys TEXT,
  json TEXT NOT NULL,
  PRIMARY KEY (start, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS connector (
  seq INTEGER PRIMARY KEY, connectorid TEXT, workspace TEXT, keys TEXT, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS workspace (
  seq INTEGER PRIMARY KEY, id TEXT, name TEXT, created_at TEXT, updated_at TEXT, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS job (
  seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, id TEXT, keys TEXT, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS job_status (job_id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS task_history (
  transformation_id TEXT NOT NULL, task_id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (transformation_id, task_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS property (collection TEXT NOT NULL, name TEXT NOT NULL, types INTEGER NOT NULL, PRIMARY KEY (collection, name)) WITHOUT ROWID;
`;

/** Created after the first load: building an index at the end takes half as long as updating it row by row. */
export const createIndexes = `
CREATE INDEX IF NOT EXISTS history_connectorid ON history (connectorid);
CREATE INDEX IF NOT EXISTS history_details ON history (details);
CREATE INDEX IF NOT EXISTS history_instanceid ON history (instanceid);
CREATE INDEX IF NOT EXISTS connector_connectorid ON connector (connectorid);
CREATE INDEX IF NOT EXISTS connector_workspace ON connector (workspace);
CREATE INDEX IF NOT EXISTS job_id ON job (id);
`;
