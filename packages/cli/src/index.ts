export { GenerateError, type Problem } from './generate/generate-error.ts';
export { generateFiles, type Files } from './generate/generate.ts';
export { findDrift, writeFiles, type Drift } from './generate/output.ts';
export { loadProject } from './generate/project.ts';
