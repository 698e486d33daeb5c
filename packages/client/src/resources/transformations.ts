import { type TaskHistoryRecord, taskHistoryRecordDecode } from '@syncline/openapi';
import { readCollection } from '../decode/collection.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../options/settings.ts';
import type { SendOperation } from './operation-call.ts';

/** Transformations and their tasks (specification section 2.3). */
export interface Transformations<Item = TaskHistoryRecord> {
  /** Reads the runs of one task of a transformation. */
  taskHistory(transformationId: string, taskId: string, options?: CallOptions): Promise<Item[]>;
}

export function createTransformations(send: SendOperation, settings: Settings): Transformations {
  const decode = readCollection(taskHistoryRecordDecode, settings);
  return {
    taskHistory: async (transformationId, taskId, options) => {
      const { value } = await send({
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
