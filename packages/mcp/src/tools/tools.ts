import type { Tool } from '../tool/tool.ts';
import { compare } from './compare.ts';
import { diagnoseRun } from './diagnose-run.ts';
import { freshness } from './freshness.ts';
import { getJob } from './get-job.ts';
import { getRun } from './get-run.ts';
import { lint } from './lint.ts';
import { listJobs } from './list-jobs.ts';
import { listRuns } from './list-runs.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { taskHistory } from './task-history.ts';

/** The tools, in the order in which a client lists them. */
export const tools: readonly Tool[] = [
  listWorkspaces,
  listJobs,
  getJob,
  listRuns,
  getRun,
  diagnoseRun,
  taskHistory,
  freshness,
  lint,
  compare,
];

/** A tool as `tools/list` shows it. */
export type ListedTool = Pick<Tool, 'name' | 'description'> & {
  readonly inputSchema: { readonly type: 'object' } & Record<string, unknown>;
  readonly outputSchema: { readonly type: 'object' } & Record<string, unknown>;
  readonly annotations: { readonly readOnlyHint: true };
};

/** The whole surface: what `tools/list` returns, and the file `tool-surface.json`. */
export const toolSurface: readonly ListedTool[] = tools.map(({ name, description, inputSchema, outputSchema }) => ({
  name,
  description,
  // Plain JSON, without the internal properties of the schema library.
  inputSchema: JSON.parse(JSON.stringify(inputSchema)),
  outputSchema: JSON.parse(JSON.stringify(outputSchema)),
  annotations: { readOnlyHint: true },
}));
