import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Workspace } from '@syncline/client';
import type { ClassifiedRun, Environment, QueryContext, RunSelection } from '@syncline/ops';
import type { Answer } from '../answer/fit-answer.ts';

/** The context of a tool call: an environment that shows only what is visible, and sends only GET requests. */
export interface ToolContext {
  readonly environment: Environment;
  /** For the functions of `@syncline/ops`. It prints nothing */
  readonly command: QueryContext;
  /** Milliseconds since 1970 */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Whether the configuration limits which jobs are visible */
  readonly isLimited: boolean;
  /** The visible workspaces with their visible jobs. @throws {RefusalError} without the v2 interface */
  workspaces(): Promise<readonly Workspace[]>;
  /** Returns a test whether the job with a name or an id is visible */
  isVisible(): Promise<(job: string) => boolean>;
  /** Reads the runs of visible jobs */
  readRuns(selection: Omit<RunSelection, 'signal'>): Promise<readonly ClassifiedRun[]>;
  /** Opens another environment of the configuration. @throws {RefusalError} when it is not visible */
  open(name: string): Promise<ToolContext>;
}

/** A tool of the server. */
export interface Tool {
  readonly name: string;
  /** The description for a model: when to use the tool, what the words mean, and what is not known */
  readonly description: string;
  readonly inputSchema: TObject;
  readonly outputSchema: TSchema;
  /** @param args - checked against `inputSchema` */
  call(args: object, context: ToolContext): Promise<Answer>;
}

/** Defines a tool whose arguments have the type of its input schema. */
export function defineTool<Input extends TObject>(
  tool: Omit<Tool, 'inputSchema' | 'call'> & {
    readonly inputSchema: Input;
    call(args: Static<Input>, context: ToolContext): Promise<Answer>;
  },
): Tool {
  return tool as Tool;
}
