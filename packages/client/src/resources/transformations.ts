import type { TaskHistoryRecord } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import type { SendOperation } from './operation-call.ts';

/** Transformations and their tasks (specification section 2.3). */
export interface Transformations<Item = TaskHistoryRecord> {
  /** Reads the runs of one task of a transformation. */
  taskHistory(transformationId: string, taskId: string, options?: CallOptions): Promise<Item[]>;
}

export function createTransformations(send: SendOperation): Transformations {
  return {
    taskHistory: async (transformationId, taskId, options) => {
      const path = { transformation_id: transformationId, task_id: taskId };
      return (await send('listTaskHistory', { path }, { options })).value as TaskHistoryRecord[];
    },
  };
}
