export { loadConsumer, type ConsumerOptions } from './generate/consumer.ts';
export { GenerateError, type Problem } from './generate/generate-error.ts';
export { generateFiles, type Files, type Layout } from './generate/generate.ts';
export { findDrift, writeFiles, type Drift } from './generate/output.ts';
export { loadProject } from './generate/project.ts';
export { run } from './program.ts';
export type { Output } from './support/console.ts';
export { EXIT, InputError } from './support/exit-codes.ts';
