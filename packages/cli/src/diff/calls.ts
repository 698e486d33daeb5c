/** The public calls that perform an operation. An operation that only a consumer's documents have is called through `raw`. */
export const CALLS: Readonly<Record<string, readonly string[]>> = {
  getJob: ['odata.jobs.get'],
  listHistory: ['odata.history.list', 'odata.history.stream'],
  listConnectors: ['odata.connectors.list', 'odata.connectors.stream'],
  listWorkspaces: ['v2.workspaces.list'],
  listTaskHistory: ['v2.transformations.taskHistory'],
  listJobStatus: ['v2.jobs.status'],
  runQuery: ['cloud.query'],
  createToken: ['clientCredentials'],
};

export function callsOf(operations: readonly string[]): readonly string[] {
  return operations.flatMap((operation) => CALLS[operation] ?? []);
}
