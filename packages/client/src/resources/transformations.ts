import { type TaskHistoryRecord, taskHistoryRecordDecode } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../pipeline/policy.ts';
import { readCollection } from '../stream/read-collection.ts';
import type { Call } from './call.ts';

/** Transformations and their tasks (specification section 2.3). */
export interface Transformations<Item = TaskHistoryRecord> {
  /** Reads the runs of one task of a transformation. */
  taskHistory(transformationId: string, taskId: string, options?: CallOptions): Promise<Item[]>;
}

export function createTransformations(call: Call, settings: Settings): Transformations {
  const decode = readCollection(taskHistoryRecordDecode, settings);
  return {
    taskHistory: async (transformationId, taskId, options) => {
      const { value } = await call({
        operation: 'listTaskHistory',
        path: '/v2/transformations/{transformation_id}/tasks/{task_id}/history',
        parameters: { transformation_id: transformationId, task_id: taskId },
        decode,
        options,
      });
      return value as TaskHistoryRecord[];
    },
  };
}
