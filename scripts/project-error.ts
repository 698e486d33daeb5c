/**
 * A mistake in the files of this repository. Its message names the file and what to do, so a script prints it without
 * the stack.
 */
export class ProjectError extends Error {}
