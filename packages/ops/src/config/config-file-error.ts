import { ConfigError } from '@syncline/core/internal';
import { type ConfigProblem, printFirst, printProblem } from './config-problem.ts';

/**
 * Thrown when a configuration cannot be used. `problems` lists each reason with its place in the file, and the message the
 * first 20.
 */
export class ConfigFileError extends ConfigError {
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    const lines = printFirst(problems, (problem) => printProblem(file, problem)).map((line) => `\n${line}`);
    super(
      '--config',
      `${file} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:${lines.join('')}`,
    );
    this.file = file;
    this.problems = problems;
  }
}
