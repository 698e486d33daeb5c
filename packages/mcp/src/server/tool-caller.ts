import { type Clock, isConfigError, isSynclineError, wholePattern } from '@syncline/core/internal';
import type { Environment } from '@syncline/ops';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { RequestBudget } from '../access/read-only-transport.ts';
import { createVisibleJobs } from '../access/visible-jobs.ts';
import { RefusalError, type ToolResult, cleanUntrusted, fitAnswer, isRefusalError } from '../answer/answer.ts';
import { type OpenedSide, type Tool, type ToolContext, createContext, createSide } from '../tool/tool.ts';
import { tools } from '../tools/tools.ts';

/** The dependencies of tool calls. */
interface ToolCallerParts {
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
  const settings: NonNullable<Environment['mcp']> = environment.mcp ?? {};
  const patterns = (settings.environments ?? ['*']).map(wholePattern);
  const visibleNames = environments.filter((name) => patterns.some((fits) => fits(name)));
  const opened = new Map<string, Promise<OpenedSide & { readonly unlimited: Environment }>>();
  /** Of every environment that was opened, because one service may repeat what it knows of another. */
  const scrubs: NonNullable<Environment['scrub']>[] = [];
  const scrub = (text: string): string => scrubs.reduce((clean, each) => each(clean), text);

  const sideOf = (name: string) => {
    let side = opened.get(name);
    if (side === undefined) {
      side = (async () => {
        const opened = name === environment.name ? environment : await openOther(name);
        if (opened.scrub !== undefined) scrubs.push(opened.scrub);
        return { unlimited: opened, ...createSide(opened, createVisibleJobs(settings, opened.v2, clock), clock) };
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
        const opened = await side.then(
          (result) => result.unlimited,
          () => undefined,
        );
        if (opened !== undefined && opened !== environment) await opened.close();
      }
      opened.clear();
    },
  };
}

/** Maximum length of the arguments, in characters of JSON. They are names, ids and times. */
const longestArguments = 4_000;
let ajv: Ajv | undefined;
const validators = new WeakMap<Tool, ValidateFunction>();

/**
 * @throws {RefusalError} when arguments do not match the schema of a tool. The message names the argument and the rule
 * that it breaks
 */
function checkArguments(tool: Tool, args: unknown): object {
  const input = args ?? {};
  if (JSON.stringify(input).length > longestArguments)
    throw new RefusalError(`The arguments are longer than ${longestArguments} characters.`);
  let validate = validators.get(tool);
  if (validate === undefined) {
    ajv ??= new Ajv({ strict: false });
    validate = ajv.compile(tool.inputSchema);
    validators.set(tool, validate);
  }
  if (!validate(input)) throw new RefusalError(explain(tool, validate.errors?.[0]));
  return input as object;
}

function explain(tool: Tool, error: ErrorObject | undefined): string {
  const names = Object.keys(tool.inputSchema.properties);
  const argument = (error?.instancePath ?? '').split('/')[1] ?? '';
  const of = names.includes(argument) ? argument : 'the arguments';
  switch (error?.keyword) {
    case 'required':
      return `${String(error.params['missingProperty'])} must be given.`;
    case 'additionalProperties':
      return names.length === 0 ? 'This tool takes no arguments.' : `This tool only takes ${names.join(', ')}.`;
    case 'type':
      return `${of} must be of the type ${String(error.params['type'])}.`;
    case 'enum':
      return `${of} must be one of ${(error.params['allowedValues'] as readonly string[]).join(', ')}.`;
    default:
      return `${of} cannot be used. See the schema of the tool.`;
  }
}

/** The texts about a failure for the model and for the audit line. Neither contains text of the service. */
export interface Explanation {
  readonly text: string;
  readonly code: string;
}

/**
 * Explains in our words why a call failed. Error messages may quote the service, so only the facts of an error are
 * used. A call whose signal is aborted fails with whatever was under way.
 */
function explainError(error: unknown, { aborted }: AbortSignal): Explanation {
  if (aborted) return { text: 'The call was cancelled.', code: 'ABORTED' };
  if (isRefusalError(error)) return { text: error.message, code: error.code };
  if (isConfigError(error)) {
    const option = /^[\w.[\]-]{1,80}$/.test(error.option) ? error.option : 'an entry';
    if (!ofConfiguration.has(option.split(/[.[]/)[0] ?? ''))
      return { text: 'An argument cannot be used. Nothing was sent.', code: `${error.code} ${option}` };
    return {
      text: `An entry of the server's configuration is missing or wrong: ${option}. Ask the operator of the server to fix it in syncline.yaml.`,
      code: `${error.code} ${option}`,
    };
  }
  if (!isSynclineError(error))
    return { text: 'The server failed. This is not a problem of the service.', code: 'ERROR' };
  const { status } = error as { readonly status?: unknown };
  if (error.code === 'HTTP_ERROR' && typeof status === 'number')
    return { text: httpText(status), code: `${error.code} ${status}` };
  return { text: texts[error.code] ?? `The call failed (${error.code}).`, code: error.code };
}

/** Options that are entries of `syncline.yaml`, or properties of records that its `history` names. Others are arguments. */
const ofConfiguration: ReadonlySet<string> = new Set(
  'environments outcomes history freshness lint causes mcp key status start end rows error timeZone'.split(' '),
);

const texts: Readonly<Record<string, string>> = {
  NETWORK_ERROR: 'The service cannot be reached.',
  TIMEOUT: 'The service did not respond in time. Ask for less, such as one job or a shorter time.',
  RESPONSE_FORMAT: 'The response of the service cannot be read.',
  RESPONSE_TOO_LARGE: 'The response of the service is too large. Ask for less, such as one job or a shorter time.',
};

function httpText(status: number): string {
  if (status === 404) return 'The service did not find this (status 404). Check the name or the id with a list tool.';
  if (status === 401 || status === 403)
    return `The service refused the credential of the server (status ${status}). Ask the operator of the server to check the credential.`;
  if (status === 429) return 'The service asks for fewer requests (status 429). Wait a minute.';
  return `The service responded with status ${status}.`;
}

/** The facts about a call that has ended. */
interface AuditedCall {
  /** RFC 3339 in UTC */
  readonly time: string;
  /** The name of the tool; `unknown` if there is no such tool */
  readonly tool: string;
  readonly environment: string;
  /** The arguments, if they match the schema of the tool; otherwise undefined */
  readonly args: object | undefined;
  /** `ok`, or the code of the failure */
  readonly result: string;
  readonly rows: number;
  /** The size of the result in bytes */
  readonly bytes: number;
  /** Number of requests that were sent to the service */
  readonly requests: number;
  readonly ms: number;
}

/** Maximum length of an argument's value in an audit line, in characters. */
const longestValue = 120;

/** One line of JSON for a call. Arguments come from a model, so they are cleaned and shortened too. */
function auditLine({ args, ...facts }: AuditedCall): string {
  const shown = Object.fromEntries(
    Object.entries(args ?? {}).map(([name, value]) => [
      name,
      cleanUntrusted(typeof value === 'string' ? value : JSON.stringify(value), longestValue),
    ]),
  );
  return JSON.stringify({ ...facts, args: shown });
}
