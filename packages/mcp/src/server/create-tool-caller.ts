import type { Clock } from '@syncline/core/internal';
import type { Environment, McpSettings } from '@syncline/ops';
import { jobPattern } from '@syncline/ops';
import type { RequestBudget } from '../access/request-budget.ts';
import { createVisibleJobs } from '../access/visible-jobs.ts';
import { fitAnswer, type ToolResult } from '../answer/fit-answer.ts';
import { RefusalError } from '../refusal/refusal-error.ts';
import { createContext, createSide, type OpenedSide } from '../tool/create-context.ts';
import type { ToolContext } from '../tool/tool.ts';
import { tools } from '../tools/tools.ts';
import { auditLine } from './audit.ts';
import { checkArguments } from './check-arguments.ts';
import { explainError } from './explain-error.ts';

/** The dependencies of tool calls. */
export interface ToolCallerParts {
  readonly environment: Environment;
  readonly budget: RequestBudget;
  readonly clock: Clock;
  /** The names of the environments of the configuration */
  readonly environments: readonly string[];
  /** Opens another environment with the same transport. */
  openOther(name: string): Promise<Environment>;
  /** Receives one line of JSON for each call */
  audit(line: string): void;
}

/** Calls tools. Several clients share one caller, with its budget and its list of workspaces. */
export interface ToolCaller {
  call(name: string, args: unknown, signal: AbortSignal): Promise<ToolResult>;
  /** Closes the environments that calls have opened. */
  close(): Promise<void>;
}

/**
 * Creates the caller of the tools. A call never throws: a failure becomes a result that says in our words what
 * happened.
 */
export function createToolCaller(parts: ToolCallerParts): ToolCaller {
  const { environment, environments, budget, clock, openOther, audit } = parts;
  const settings: McpSettings = environment.mcp ?? {};
  const patterns = (settings.environments ?? ['*']).map(jobPattern);
  const visibleNames = environments.filter((name) => patterns.some((fits) => fits(name)));
  const opened = new Map<string, Promise<OpenedSide & { readonly own: Environment }>>();
  /** Of every environment that was opened, because one service may repeat what it knows of another. */
  const scrubs: NonNullable<Environment['scrub']>[] = [];
  const scrub = (text: string): string => scrubs.reduce((clean, each) => each(clean), text);

  const sideOf = (name: string) => {
    let side = opened.get(name);
    if (side === undefined) {
      side = (async () => {
        const own = name === environment.name ? environment : await openOther(name);
        if (own.scrub !== undefined) scrubs.push(own.scrub);
        return { own, ...createSide(own, createVisibleJobs(settings, own.v2, clock), clock) };
      })();
      opened.set(name, side);
      side.catch(() => opened.delete(name));
    }
    return side;
  };
  const open = async (name: string, signal: AbortSignal): Promise<ToolContext> => {
    if (!visibleNames.includes(name)) throw new RefusalError(`The environments are ${visibleNames.join(', ')}.`);
    return createContext({ ...(await sideOf(name)), clock, signal, open });
  };

  return {
    call: async (name, args, signal) => {
      const [began, spent] = [clock.now(), budget.spent];
      const tool = tools.find((each) => each.name === name);
      let checked: object | undefined;
      const end = (result: string, rows: number, answer: ToolResult, bytes: number): ToolResult => {
        audit(
          auditLine({
            time: new Date(clock.date()).toISOString(),
            tool: tool?.name ?? 'unknown',
            environment: environment.name,
            args: checked,
            result,
            rows,
            bytes,
            requests: budget.spent - spent,
            ms: Math.round(clock.now() - began),
          }),
        );
        return answer;
      };
      try {
        if (tool === undefined) throw new RefusalError('There is no such tool.');
        checked = checkArguments(tool, args);
        const side = await sideOf(environment.name);
        const fitted = fitAnswer(await tool.call(checked, createContext({ ...side, clock, signal, open })), scrub);
        return end('ok', fitted.rows, fitted.result, fitted.bytes);
      } catch (error) {
        const { text, code } = explainError(error, signal);
        const answer: ToolResult = { content: [{ type: 'text', text }], isError: true };
        return end(code, 0, answer, Buffer.byteLength(JSON.stringify(answer)));
      }
    },
    close: async () => {
      for (const side of opened.values()) {
        const own = await side.then(
          (one) => one.own,
          () => undefined,
        );
        if (own !== undefined && own !== environment) await own.close();
      }
      opened.clear();
    },
  };
}
