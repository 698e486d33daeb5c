import { appendFile } from 'node:fs/promises';
import { type Annotation, toWorkflowCommands } from './annotation.ts';
import { type StepSummary, toStepSummary } from './step-summary.ts';

/** The result of a command, as a CI service shows it. */
export interface CommandReport {
  readonly annotations: readonly Annotation[];
  /** Left out if the command has no result */
  readonly summary?: StepSummary | undefined;
}

/** Shows the result of a command in a CI service. */
export type ReportCommand = (report: CommandReport) => Promise<void>;

/**
 * Reports on GitHub Actions: annotations as workflow commands, and a summary that is appended to the file
 * `GITHUB_STEP_SUMMARY`. Commands go to stderr, which GitHub reads like stdout, so that stdout contains only the
 * result.
 *
 * @param variables - the environment variables of the process
 * @param note - receives lines for stderr
 * @returns undefined outside GitHub Actions
 */
export function reportOnGithub(
  variables: Readonly<Record<string, string | undefined>>,
  note: (line: string) => void,
): ReportCommand | undefined {
  if (variables['GITHUB_ACTIONS'] !== 'true') return undefined;
  const file = variables['GITHUB_STEP_SUMMARY'];
  return async ({ annotations, summary }) => {
    for (const line of toWorkflowCommands(annotations)) note(line);
    if (summary === undefined || !file) return;
    try {
      await appendFile(file, toStepSummary(summary));
    } catch (error) {
      // A missing summary must not change the result of the command.
      note(`The step summary could not be written (${(error as NodeJS.ErrnoException).code ?? 'an error'}).`);
    }
  };
}
