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
