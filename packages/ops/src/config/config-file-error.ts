import { ConfigError } from '@syncline/core/internal';
import { type ConfigProblem, printProblem } from './config-problem.ts';

/** Thrown when a configuration cannot be used. `problems` lists each reason with its place in the file. */
export class ConfigFileError extends ConfigError {
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    const lines = problems.map((problem) => `\n${printProblem(file, problem)}`).join('');
    super('--config', `${file} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:${lines}`);
    this.file = file;
    this.problems = problems;
  }
}
