import { ConfigError } from '@syncline/core/errors';
import { type OperationId, operations } from '@syncline/openapi';
import type { SandboxRequest } from '../http/request.ts';
import type { SandboxResponse } from '../http/response.ts';
import { createRandom, hash, type Random } from '../random/random.ts';
import { bodyTypes, faultErrorBody } from './bodies.ts';
import { contentSettings } from './content-settings.ts';
import {
  checkRule,
  checkRules,
  type FaultEffect,
  type FaultRule,
  matchNames,
  type SettingName,
  settingNames,
  settings,
} from './rule.ts';
import { type FaultContext, isBodiless, type SettingTable, withHeaders, withoutHeader } from './setting.ts';
import { transferSettings } from './transfer-settings.ts';

/** An effect and the request whose response it changes. */
interface TakenFault {
  readonly effect: FaultEffect;
  readonly operationId: OperationId | undefined;
  readonly request: SandboxRequest;
  /** Why the fault header is invalid. The response is a 400 with this message. */
  readonly problem?: string;
}

/** The response with the fault applied. */
function applyFault(fault: TakenFault, original: SandboxResponse): SandboxResponse {
  const { effect, request, problem } = fault;
  const operation = fault.operationId === undefined ? undefined : operations[fault.operationId];
  const context: FaultContext<FaultEffect> = { effect, operation, request, original };
  let content = applyAll(contentSettings, original, context);
  if (problem !== undefined)
    content = { ...content, body: faultErrorBody(operation, content.status, problem, 'BadFaultHeader') };
  return applyAll(transferSettings, describeContent(content, context), context);
}

function applyAll<Effect extends FaultEffect>(
  table: SettingTable<Effect>,
  response: SandboxResponse,
  context: FaultContext<Effect>,
): SandboxResponse {
  let changed = response;
  for (const name of Object.keys(table) as (keyof Effect)[]) {
    const value = context.effect[name];
    if (value !== undefined)
      changed = table[name].apply(changed, value as Exclude<Effect[keyof Effect], undefined>, context);
  }
  return changed;
}

/** Adjusts the headers that describe the body to a replaced body. */
function describeContent(content: SandboxResponse, { effect, original }: FaultContext<FaultEffect>): SandboxResponse {
  const response = isBodiless(content.status) ? { ...content, body: '' } : content;
  const isReplaced = response.body !== original.body;
  const type =
    (effect.body && bodyTypes[effect.body]) ??
    (isReplaced && response.status !== original.status ? 'application/json' : undefined);
  const described = isReplaced ? withoutHeader(response, 'content-length') : response;
  return type === undefined ? described : withHeaders(described, { 'content-type': type });
}

/** The request header that asks for a fault in the response to the same request. */
const faultHeader = 'x-syncline-fault';

/**
 * Parses a fault header: settings in kebab-case, separated by semicolons. A value that contains a semicolon is
 * percent-encoded.
 *
 * @throws ConfigError with a message of one line
 * @example
 * parseFaultHeader('status=503;retry-after=2'); // { status: 503, retryAfter: 2 }
 */
export function parseFaultHeader(value: string): FaultEffect {
  const effect: Record<string, unknown> = {};
  for (const setting of value.split(';')) {
    if (setting.trim() === '') continue;
    const at = setting.indexOf('=');
    if (at < 0)
      throw new ConfigError(faultHeader, `must consist of setting=value, found ${JSON.stringify(setting.trim())}`);
    const name = setting
      .slice(0, at)
      .trim()
      .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (matchNames.includes(name))
      throw new ConfigError(
        `${faultHeader}.${name}`,
        'cannot be set in a header, which applies to its own request only',
      );
    effect[name] = readValue(name, decode(setting.slice(at + 1).trim()));
  }
  return checkRule(effect, faultHeader);
}

/**
 * Prints an effect as the value of a fault header.
 *
 * @example
 * printFaultHeader({ status: 503, retryAfter: 2 }); // 'status=503;retry-after=2'
 */
export function printFaultHeader(effect: FaultEffect): string {
  return settingNames
    .filter((name) => effect[name] !== undefined)
    .map((name) => {
      const value: unknown = effect[name];
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${encodeValue(text)}`;
    })
    .join(';');
}

/**
 * Percent-encodes the characters that would end a value, those that are not printable ASCII, and white space at both
 * ends.
 */
function encodeValue(text: string): string {
  return text.replace(/[%;]|[^\x20-\x7e]|^ | $/gu, (character) =>
    encodeURIComponent(character.replace(/\p{Cs}/u, '\ufffd')),
  );
}

function readValue(name: string, text: string): string | number {
  const how = Object.hasOwn(settings, name) ? settings[name as SettingName].header : 'number';
  switch (how) {
    case 'text':
      return text;
    case 'number':
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case 'duration':
      return /^\d+$/.test(text) ? Number(text) : text;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError(faultHeader, `must be percent-encoded, found ${JSON.stringify(text)}`);
  }
}

/**
 * An active rule.
 *
 * @example
 * for (const { rule, met } of sandbox.faults.list()) console.log(rule.operation ?? '*', met);
 */
export interface ActiveRule {
  readonly id: number;
  readonly rule: FaultRule;
  /** Number of requests that it was applied to. */
  readonly met: number;
}

/**
 * The faults of a sandbox. A fault header (`x-syncline-fault: status=503;retry-after=2`) takes precedence, then the
 * rules in the order in which they were added. At most one fault is applied to a request.
 *
 * @example
 * sandbox.faults.next('listHistory', { status: 503, retryAfter: 2 });
 */
export interface Faults {
  /**
   * Applies this fault to the next request of an operation (`*` for any), or to the next `times` of them.
   *
   * @throws ConfigError with a message of one line
   * @example
   * sandbox.faults.next('listHistory', { status: 503, retryAfter: 2 });
   */
  next(operation: OperationId | '*', fault: Omit<FaultRule, 'operation'>): void;
  /**
   * Adds a rule and returns a function that removes it.
   *
   * @throws ConfigError with a message of one line
   * @example
   * const stop = sandbox.faults.add({ operation: 'runQuery', probability: 0.2, socket: 'reset' });
   */
  add(rule: FaultRule): () => void;
  /** The active rules, in the order in which they apply. */
  list(): ActiveRule[];
  /** Removes one rule. Returns false if there is none with this id. */
  remove(id: number): boolean;
  /** Removes every rule. */
  clear(): void;
  /** Removes every rule and adds the initial rules again. */
  reset(): void;
  /**
   * Returns the fault for a request and counts it as one use of its rule. `operationId` is undefined when no route
   * matched.
   */
  take(operationId: OperationId | undefined, request: SandboxRequest): TakenFault | undefined;
  /** Applies a fault to the response that the service would have sent. */
  apply(fault: TakenFault, original: SandboxResponse): SandboxResponse;
}

interface RuleState {
  readonly id: number;
  readonly rule: FaultRule;
  readonly random: Random;
  seen: number;
  met: number;
}

/**
 * Creates the faults of a sandbox. `rules` are active from the beginning and after each reset.
 *
 * @throws ConfigError naming the first invalid rule and setting
 * @example
 * const faults = createFaults({ seed: 7, rules: [{ status: 503, probability: 0.05 }] });
 */
export function createFaults({
  seed = 1,
  rules = [],
}: {
  readonly seed?: number;
  readonly rules?: unknown;
} = {}): Faults {
  const initial = checkRules(rules);
  let states: RuleState[] = [];
  let nextId = 1;

  const addRule = (rule: FaultRule): number => {
    const id = nextId++;
    states.push({ id, rule, random: createRandom(seed, hash('faults'), id), seen: 0, met: 0 });
    return id;
  };
  const remove = (id: number): boolean => {
    const before = states.length;
    states = states.filter((state) => state.id !== id);
    return states.length < before;
  };
  const reset = (): void => {
    states = [];
    nextId = 1;
    initial.forEach(addRule);
  };
  reset();

  return {
    next: (operation, fault) => void addRule(checkRule({ times: 1, ...fault, operation }, 'fault')),
    add(rule) {
      const id = addRule(checkRule({ ...rule }, 'fault'));
      return () => void remove(id);
    },
    list: () => states.map(({ id, rule, met }) => ({ id, rule, met })),
    remove,
    clear: () => void (states = []),
    reset,
    take(operationId, request) {
      const header = request.header(faultHeader);
      if (header === undefined && states.length === 0) return undefined;
      const taken = { operationId, request };
      if (header !== undefined) {
        try {
          return { ...taken, effect: parseFaultHeader(header) };
        } catch (error) {
          return { ...taken, effect: { status: 400 }, problem: (error as Error).message };
        }
      }
      for (const state of states) {
        const { operation = '*', after = 0, probability = 1, times = Number.POSITIVE_INFINITY } = state.rule;
        if (operation !== '*' && operation !== operationId) continue;
        if (state.seen++ < after || state.random.next() >= probability) continue;
        state.met++;
        if (state.met >= times) remove(state.id);
        return { ...taken, effect: state.rule };
      }
      return undefined;
    },
    apply: applyFault,
  };
}
