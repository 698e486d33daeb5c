/**
 * The generator behind `syncline generate`: it loads OpenAPI documents and turns them into types, records and tables,
 * in memory. It imports only `@syncline/core`, because it generates the package that all the others depend on.
 *
 * @example
 * ```ts
 * import { generateFiles, loadConsumer, writeFiles } from '@syncline/cli/generate';
 *
 * export async function regenerate() {
 *   const descriptions = await loadConsumer({ documents: ['odata=./odata.yaml'], overlays: ['./ours.yaml'] });
 *   const files = generateFiles(descriptions, { sources: '', extension: '.js' });
 *   const { changed, missing } = await writeFiles('src/sync', files);
 *   return [...changed, ...missing];
 * }
 * ```
 *
 * @packageDocumentation
 */
export { loadConsumer, type ConsumerOptions } from './load.ts';
export { GenerateError, type Problem } from './generate-error.ts';
export { generateFiles, type Files, type Layout } from './generate.ts';
export type { Description } from './model.ts';
export { findDrift, unmanagedFiles, writeFiles, type Drift } from './output.ts';
export { loadProject } from './load.ts';
