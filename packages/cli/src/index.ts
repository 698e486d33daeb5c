export {
  findDrift,
  generateFiles,
  GenerateError,
  loadConsumer,
  loadProject,
  unmanagedFiles,
  writeFiles,
  type ConsumerOptions,
  type Description,
  type Drift,
  type Files,
  type Layout,
  type Problem,
} from './generate/index.ts';
export { run } from './program.ts';
export type { Output, Terminal } from './terminal/output.ts';
export { exitStatus } from './command/exit-status.ts';
