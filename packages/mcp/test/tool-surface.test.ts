import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { toolSurface } from '../src/index.ts';

test('the tool surface is the file in the repository (write it with `npx vitest run -u`)', async () => {
  await expect(`${JSON.stringify(toolSurface, null, 2)}\n`).toMatchFileSnapshot('../tool-surface.json');
});

test('the tool list takes at most 8 kB', () => {
  expect(Buffer.byteLength(JSON.stringify({ tools: toolSurface }))).toBeLessThanOrEqual(8_000);
});

test('every tool is read-only, refuses arguments that it does not know, and has schemas of JSON Schema', () => {
  const ajv = new Ajv({ strict: true });
  expect(toolSurface.map(({ name }) => name)).toEqual([
    'list_workspaces',
    'list_jobs',
    'get_job',
    'list_runs',
    'get_run',
    'diagnose_run',
    'task_history',
    'freshness',
    'lint',
    'compare',
  ]);
  for (const { name, annotations, inputSchema, outputSchema } of toolSurface) {
    expect(annotations, name).toEqual({ readOnlyHint: true });
    expect(inputSchema['additionalProperties'], name).toBe(false);
    expect(() => [ajv.compile(inputSchema), ajv.compile(outputSchema)], name).not.toThrow();
  }
});
