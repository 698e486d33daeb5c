import { ownOptions } from '@syncline/core/internal';
import type { TaskHistoryRecord } from '@syncline/openapi';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import { callInit, beginCall, type CallPromise, type SendOperation } from './operation-call.ts';

/** Transformations and the history of their tasks (specification section 2.3). */
export interface Transformations<Item = TaskHistoryRecord> {
  /**
   * Reads the history of one task of a transformation: one record for each of its runs.
   *
   * @throws {HttpError} when the service responds with a failure status
   * @example
   * ```ts
   * import type { V2Client } from '@syncline/client';
   *
   * const runs = async (v2: V2Client) => (await v2.transformations.taskHistory('7', '1')).length;
   * ```
   */
  taskHistory(transformationId: string, taskId: string, options?: CallOptions): CallPromise<Item[]>;
}

export function createTransformations(send: SendOperation): Transformations {
  return {
    taskHistory: (transformationId, taskId, options) =>
      beginCall(() => {
        const path = { transformation_id: transformationId, task_id: taskId };
        const parts = { path, query: undefined, body: undefined };
        return send('listTaskHistory', parts, callInit(ownOptions(options, callOptionNames)));
      }),
  };
}
