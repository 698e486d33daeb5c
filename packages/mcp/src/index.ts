export { RefusalError, type ToolResult, isRefusalError } from './answer/answer.ts';
export { type ListedTool, toolSurface } from './tools/tools.ts';
export {
  openTools,
  type OpenTools,
  type OpenToolsOptions,
  type RunningServer,
  type RunOptions,
  runServer,
  type ServerOptions,
  startServer,
} from './start/start-server.ts';
