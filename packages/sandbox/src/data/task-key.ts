import { wrong } from './check-record.ts';

/**
 * Reads a key of `taskHistory`: `transformation_id/task_id`, each percent-encoded where it holds a `/` or a `%`.
 *
 * @throws ConfigError naming the key
 */
export function parseTaskKey(key: string): [transformationId: string, taskId: string] {
  const [transformation, task, ...more] = key.split('/');
  try {
    if (!transformation || !task || more.length > 0) throw new Error('parts');
    return [decodeURIComponent(transformation), decodeURIComponent(task)];
  } catch {
    throw wrong(`taskHistory[${JSON.stringify(key)}]`, 'a key "transformation_id/task_id"', key);
  }
}

export function printTaskKey(transformationId: string, taskId: string): string {
  return [transformationId, taskId].map((part) => part.replace(/[%/]/g, encodeURIComponent)).join('/');
}
