import type { Clock } from '@syncline/core';
import type { CommandContext, Environment } from '@syncline/ops';
import { limitEnvironment } from '../access/limit-environment.ts';
import type { VisibleJobs } from '../access/visible-jobs.ts';
import type { ToolContext } from './tool.ts';

/** What a context is made of. */
export interface ContextParts {
  /** As it was opened, over a transport that can only read */
  readonly environment: Environment;
  readonly visible: VisibleJobs;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  open(name: string, signal: AbortSignal): Promise<ToolContext>;
}

/** The context of one call. */
export function createContext({ environment, visible, clock, signal, open }: ContextParts): ToolContext {
  const limited = limitEnvironment(environment, visible);
  const command: CommandContext = {
    environment: limited,
    clock,
    signal,
    output: {
      format: 'json',
      fields: undefined,
      view: { width: undefined, colored: false, now: clock.date() },
      write: () => undefined,
      note: () => undefined,
      progress: () => undefined,
    },
  };
  return {
    environment: limited,
    command,
    now: clock.date(),
    signal,
    workspaces: () => visible.workspaces(signal),
    isVisible: () => visible.test('either', signal),
    open: (name) => open(name, signal),
  };
}
