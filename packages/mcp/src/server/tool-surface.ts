import type { Tool } from '../tool/tool.ts';
import { tools } from '../tools/tools.ts';

/** A tool as `tools/list` shows it. */
export type ListedTool = Pick<Tool, 'name' | 'description'> & {
  readonly inputSchema: { readonly type: 'object' } & Record<string, unknown>;
  readonly outputSchema: { readonly type: 'object' } & Record<string, unknown>;
  readonly annotations: { readonly readOnlyHint: true };
};

/** The whole surface: what `tools/list` returns, and the file `tool-surface.json`. */
export const toolSurface: readonly ListedTool[] = tools.map(({ name, description, inputSchema, outputSchema }) => ({
  name,
  description,
  // Plain JSON, without the internal properties of the schema library.
  inputSchema: JSON.parse(JSON.stringify(inputSchema)),
  outputSchema: JSON.parse(JSON.stringify(outputSchema)),
  annotations: { readOnlyHint: true },
}));
