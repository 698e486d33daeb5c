import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Workspace } from '@syncline/client';
import type { Clock } from '@syncline/core/internal';
import {
  type ClassifiedRun,
  createRunQuery,
  type Environment,
  type QueryContext,
  type RunSelection,
} from '@syncline/ops';
import { limitEnvironment, type VisibleJobs } from '../access/visible-jobs.ts';
import type { Answer } from '../answer/answer.ts';

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

/** An environment of the configuration with the state that all tool calls share. */
export interface OpenedSide {
  /** The environment, which shows only what the allow-lists permit */
  readonly environment: Environment;
  readonly visible: VisibleJobs;
  /** Reads runs of visible jobs. Later calls use what earlier ones have found out about the service */
  readonly readRuns: ReturnType<typeof createRunQuery>;
}

/** @param opened - an environment whose transport can only read */
export function createSide(opened: Environment, visible: VisibleJobs, clock: Clock): OpenedSide {
  const environment = limitEnvironment(opened, visible);
  let read: ReturnType<typeof createRunQuery> | undefined;
  return {
    environment,
    visible,
    readRuns: async (selection) => {
      const isVisible = await visible.test('either', selection.signal);
      const { job } = selection;
      if (job !== undefined && !job.includes('*') && !isVisible(job)) return [];
      // Reads the whole history: only the total number of records shows that a service leaves some out.
      const whole = { ...environment, odata: opened.odata };
      read ??= createRunQuery(createCommand(whole, clock, new AbortController().signal));
      return (await read(selection)).filter((run) => isVisible(run.job));
    },
  };
}

/** The parts of a context. */
interface ContextParts extends OpenedSide {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  open(name: string, signal: AbortSignal): Promise<ToolContext>;
}

/** The context of one call. */
export function createContext({ environment, visible, readRuns, clock, signal, open }: ContextParts): ToolContext {
  return {
    environment,
    command: createCommand(environment, clock, signal),
    now: clock.date(),
    signal,
    isLimited: visible.isLimited,
    workspaces: () => visible.workspaces(signal),
    isVisible: () => visible.test('either', signal),
    readRuns: (selection) => readRuns({ ...selection, signal }),
    open: (name) => open(name, signal),
  };
}

/** A context for the functions of `@syncline/ops` that prints nothing. */
function createCommand(environment: Environment, clock: Clock, signal: AbortSignal): QueryContext {
  return {
    environment,
    clock,
    signal,
    output: {
      note: () => undefined,
      progress: () => undefined,
    },
  };
}
