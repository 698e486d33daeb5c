export * from './generate/index.ts';
export { run } from './program.ts';
export type { Output } from './support/console.ts';
export { EXIT, InputError } from './support/exit-codes.ts';
