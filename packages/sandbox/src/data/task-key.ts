import { invalid } from './data-error.ts';

/**
 * Parses a key of `taskHistory`: `transformation_id/task_id`. Each id is percent-encoded if it contains a `/` or a `%`.
 *
 * @throws ConfigError naming the key
 */
export function parseTaskKey(key: string): [transformationId: string, taskId: string] {
  const [transformation, task, ...more] = key.split('/');
  try {
    if (!transformation || !task || more.length > 0) throw new Error('parts');
    return [decodeURIComponent(transformation), decodeURIComponent(task)];
  } catch {
    throw invalid(
      `taskHistory[${JSON.stringify(key)}]`,
      'must have a key of the form "transformation_id/task_id"; write a % in an id as %25, and a / as %2F',
    );
  }
}

export function printTaskKey(transformationId: string, taskId: string): string {
  return [transformationId, taskId].map((part) => part.replace(/[%/]/g, encodeURIComponent)).join('/');
}
