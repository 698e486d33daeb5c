import type { OperationId } from '@syncline/openapi';
import type { SandboxRequest } from '../http/request.ts';
import type { SandboxResponse } from '../http/response.ts';
import { createRandom, hash, type Random } from '../random/random.ts';
import { applyFault, type TakenFault } from './apply-fault.ts';
import { faultHeader, parseFaultHeader } from './fault-header.ts';
import { checkRule, checkRules, type FaultRule } from './rule.ts';

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
