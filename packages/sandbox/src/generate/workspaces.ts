import type { WireRecord } from '../data/records.ts';
import { fieldRandom, hash } from '../random/random.ts';
import type { TaskRunner } from '../runs/task-run.ts';
import type { Connection } from './connectors.ts';
import type { GeneratedJob } from './jobs.ts';
import { taskNames, topics, transformationNames, workspaceNames } from './vocabulary.ts';

/** A transformation: tasks that run one after the other when a job of its workspace has ended. */
interface Transformation {
  readonly id: string;
  readonly name: string;
  readonly workspace: number;
  readonly job: GeneratedJob;
  readonly tasks: readonly TaskRunner[];
}

/** Generates transformations and distributes them over the jobs in order. */
export function generateTransformations(count: number, jobs: readonly GeneratedJob[], seed: number): Transformation[] {
  return Array.from({ length: count }, (_, index) => {
    const random = fieldRandom(seed, 'transformation', index);
    const id = `trf_${random('id').hex(8)}`;
    const job = jobs[index % jobs.length]!;
    const topic = random('topic').pick(topics).toLowerCase().replaceAll(' ', '_');
    const tasks = taskNames.slice(0, random('tasks').int(2, taskNames.length)).map((name, position): TaskRunner => {
      const table = `${name}_${topic}`;
      const taskId = `task_${position + 1}_${name}`;
      const from = position === 0 ? `raw_${topic}` : `${taskNames[position - 1]}_${topic}`;
      return {
        key: `${id}/${taskId}`,
        taskId,
        table,
        query: `INSERT INTO "${table}" SELECT * FROM "${from}" WHERE "changed_at" > :last_run`,
      };
    });
    const suffix = index < transformationNames.length ? '' : ` ${Math.floor(index / transformationNames.length) + 1}`;
    return {
      id,
      name: `${transformationNames[index % transformationNames.length]}${suffix}`,
      workspace: job.workspace,
      job,
      tasks,
    };
  });
}

/** Id and name of a workspace, generated before its contents. */
interface WorkspaceIdentity {
  readonly id: string;
  readonly name: string;
}

/** Generates the ids and names of workspaces. */
export function generateIdentities(count: number, seed: number): WorkspaceIdentity[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `ws_${fieldRandom(seed, 'workspace', index)('id').hex(8)}`,
    name:
      workspaceNames[index] ??
      `${workspaceNames[index % workspaceNames.length]} ${Math.floor(index / workspaceNames.length) + 1}`,
  }));
}

interface Members {
  readonly connections: readonly Connection[];
  readonly jobs: readonly GeneratedJob[];
  readonly transformations: readonly Transformation[];
}

/**
 * The records of workspaces (section 2.2) with their contents. The first one is the default workspace. A workspace lists
 * its own connections, and those that its jobs read from or write to.
 */
export function workspaceRecords(
  identities: readonly WorkspaceIdentity[],
  members: Members,
  nowMs: number,
): WireRecord[] {
  const inWorkspace = <T extends { readonly workspace: number }>(items: readonly T[]): T[][] => {
    const lists: T[][] = identities.map(() => []);
    for (const item of items) lists[item.workspace]!.push(item);
    return lists;
  };
  const jobs = inWorkspace(members.jobs);
  const connections = identities.map((_, index) => {
    const used = new Set(jobs[index]!.flatMap(({ record }) => [record['Source'], record['Destination']]));
    return members.connections.filter(({ id, workspace }) => workspace === index || used.has(id));
  });
  const transformations = inWorkspace(members.transformations);
  return identities.map(({ id, name }, index) => {
    const age = hash(id);
    return {
      id,
      name,
      version_control_enabled: index % 2 === 1,
      connections: connections[index]!.map((connection) => ({
        id: connection.id,
        name: connection.id,
        connector: connection.system.kind,
        error: connection.error,
      })),
      jobs: jobs[index]!.map(({ runner, source }) => ({
        id: runner.jobId,
        name: runner.jobName,
        connector: source.system.kind,
        error: source.error,
      })),
      transformations: transformations[index]!.map((transformation) => ({
        id: transformation.id,
        name: transformation.name,
        connector: 'Data Warehouse',
        error: '',
      })),
      is_default: index === 0,
      created_at: new Date(nowMs - (200 + (age % 900)) * 86_400_000).toISOString(),
      updated_at: new Date(nowMs - (age % 5_000_000) * 1000).toISOString(),
      permissions: { can_update: true, can_delete: index !== 0, can_execute: true, can_remove: index !== 0 },
    };
  });
}
