import type { TaskRunner } from '../runs/task-run.ts';
import type { GeneratedJob } from './jobs.ts';
import { fieldRandom } from '../random/random.ts';
import { taskNames, topics, transformationNames } from './vocabulary.ts';

/** A transformation: tasks that run one after the other when a job of its workspace has ended. */
export interface Transformation {
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
