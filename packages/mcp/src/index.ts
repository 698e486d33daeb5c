export { isRefusalError, RefusalError } from './refusal/refusal-error.ts';
export type { ToolResult } from './answer/fit-answer.ts';
export { type ListedTool, toolSurface } from './server/tool-surface.ts';
export {
  openTools,
  type OpenTools,
  type OpenToolsOptions,
  type RunningServer,
  type ServerOptions,
  standardPort,
  startServer,
} from './start/start-server.ts';
export { type RunOptions, runServer } from './command/run-server.ts';
