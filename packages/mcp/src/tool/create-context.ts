import type { Clock } from '@syncline/core/internal';
import { createRunQuery, type Environment, type QueryContext, type RunReader } from '@syncline/ops';
import { limitEnvironment } from '../access/limit-environment.ts';
import type { VisibleJobs } from '../access/visible-jobs.ts';
import type { ToolContext } from './tool.ts';

/** An environment of the configuration with the state that all tool calls share. */
export interface OpenedSide {
  /** The environment, which shows only what the allow-lists permit */
  readonly environment: Environment;
  readonly visible: VisibleJobs;
  /** Reads runs of visible jobs. Later calls use what earlier ones have found out about the service */
  readonly readRuns: RunReader;
}

/** @param opened - an environment whose transport can only read */
export function createSide(opened: Environment, visible: VisibleJobs, clock: Clock): OpenedSide {
  const environment = limitEnvironment(opened, visible);
  let read: RunReader | undefined;
  return {
    environment,
    visible,
    readRuns: async (selection) => {
      const isVisible = await visible.test('either', selection.signal);
      const { job } = selection;
      if (job !== undefined && !job.includes('*') && !isVisible(job)) return [];
      // Reads the whole history: only the total number of records shows that a service leaves some out.
      const whole = { ...environment, odata: opened.odata };
      read ??= createRunQuery(createCommand(whole, clock, new AbortController().signal), { queries: 'different' });
      return (await read(selection)).filter((run) => isVisible(run.job));
    },
  };
}

/** The parts of a context. */
export interface ContextParts extends OpenedSide {
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
