/** How the client makes each operation: what the reference prints above everything else. */
export const calls: Readonly<Record<string, { readonly signature: string }>> = {
  getJob: { signature: "const job = await odata.jobs.get('Nightly orders', { select: ['JobName', 'Scheduled'] });" },
  listHistory: {
    signature:
      "const runs = await odata.history.list({\n  filter: (h) => h.details.contains('failed'),\n  orderBy: ['runstartdate desc'],\n});",
  },
  listConnectors: {
    signature: "const connectors = await odata.connectors.list({ filter: (c) => c.workspace.eq('Sales') });",
  },
  listWorkspaces: { signature: 'const workspaces = await v2.workspaces.list();' },
  listTaskHistory: { signature: "const tasks = await v2.transformations.taskHistory('transformation-1', 'task-1');" },
  listJobStatus: { signature: "const status = await v2.jobs.status('job-1');" },
  runQuery: { signature: "const answer = await cloud.query('SELECT JobName FROM jobs');" },
  createToken: { signature: 'const credential = clientCredentials({ authUrl, clientId, clientSecret });' },
};
