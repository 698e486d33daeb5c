import { type TaskHistoryRecord, taskHistoryRecordDecode, type V2Paths } from '@syncline/openapi';
import type { Client } from 'openapi-fetch';
import { readCollection } from '../decode/read-value.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { Settings } from '../pipeline/policy.ts';
import { inquire, valueOf } from './inquire.ts';

/** Transformations and their tasks (specification section 2.3). */
export interface Transformations<Item = TaskHistoryRecord> {
  /** Reads the runs of one task of a transformation. */
  taskHistory(transformationId: string, taskId: string, options?: CallOptions): Promise<Item[]>;
}

export const createTransformations = (raw: Client<V2Paths>, settings: Settings): Transformations => {
  const decode = readCollection(taskHistoryRecordDecode, settings);
  return {
    taskHistory: async (transformationId, taskId, options) =>
      valueOf(
        await raw.GET('/v2/transformations/{transformation_id}/tasks/{task_id}/history', {
          params: { path: { transformation_id: transformationId, task_id: taskId } },
          ...inquire('listTaskHistory', decode, options),
        }),
      ),
  };
};
