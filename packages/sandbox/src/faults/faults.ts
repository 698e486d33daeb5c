import type { OperationId } from '@syncline/openapi';
import type { FaultSource } from '../contract.ts';
import { createRandom, hash, type Random } from '../generate/random.ts';
import { applyFault, type TakenFault } from './apply.ts';
import { checkRule, checkRules } from './check.ts';
import { faultHeader, parseFaultHeader } from './header.ts';
import type { FaultRule } from './rule.ts';

/**
 * A rule that is in force.
 *
 * @example
 * for (const { rule, met } of sandbox.faults.list()) console.log(rule.operation ?? '*', met);
 */
export interface ActiveRule {
  readonly id: number;
  readonly rule: FaultRule;
  /** Requests it has met. */
  readonly met: number;
}

/**
 * The faults of a sandbox. A fault header (`x-syncline-fault: status=503;retry-after=2`) comes first, then the rules in the order in which
 * they were added; one request meets one fault.
 *
 * @example
 * sandbox.faults.next('listHistory', { status: 503, retryAfter: 2 });
 */
export interface Faults extends FaultSource {
  /**
   * The next request of an operation (`*` for any) meets this fault; `times` of them, when it is given.
   *
   * @throws ConfigError with a reason of one line
   * @example
   * sandbox.faults.next('listHistory', { status: 503, retryAfter: 2 });
   */
  next(operation: OperationId | '*', fault: Omit<FaultRule, 'operation'>): void;
  /**
   * Adds a rule and answers what removes it.
   *
   * @throws ConfigError with a reason of one line
   * @example
   * const stop = sandbox.faults.add({ operation: 'runQuery', probability: 0.2, socket: 'reset' });
   */
  add(rule: FaultRule): () => void;
  /** Rules in force, in their order. */
  list(): ActiveRule[];
  /** Removes one rule; false when there is none with this id. */
  remove(id: number): boolean;
  /** Removes every rule. */
  clear(): void;
  /** Removes what was added, and puts the rules of the beginning into force afresh. */
  reset(): void;
}

interface Slot {
  readonly id: number;
  readonly rule: FaultRule;
  readonly random: Random;
  seen: number;
  met: number;
}

/**
 * Makes the faults of a sandbox; `rules` are in force from the beginning and after each reset.
 *
 * @throws ConfigError naming the first rule and setting that is wrong
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
  let slots: Slot[] = [];
  let nextId = 1;

  const put = (rule: FaultRule): number => {
    const id = nextId++;
    slots.push({ id, rule, random: createRandom(seed, hash('faults'), id), seen: 0, met: 0 });
    return id;
  };
  const remove = (id: number): boolean => {
    const before = slots.length;
    slots = slots.filter((slot) => slot.id !== id);
    return slots.length < before;
  };
  const reset = (): void => {
    slots = [];
    nextId = 1;
    initial.forEach(put);
  };
  reset();

  return {
    next: (operation, fault) => void put(checkRule({ times: 1, ...fault, operation }, 'fault')),
    add(rule) {
      const id = put(checkRule({ ...rule }, 'fault'));
      return () => void remove(id);
    },
    list: () => slots.map(({ id, rule, met }) => ({ id, rule, met })),
    remove,
    clear: () => void (slots = []),
    reset,
    take(operationId, request): TakenFault | undefined {
      const header = request.header(faultHeader);
      if (header === undefined && slots.length === 0) return undefined;
      const taken = { operationId: operationId as OperationId | undefined, request };
      if (header !== undefined) {
        try {
          return { ...taken, effect: parseFaultHeader(header) };
        } catch (error) {
          return { ...taken, effect: { status: 400 }, problem: (error as Error).message };
        }
      }
      for (const slot of slots) {
        const { operation = '*', after = 0, probability = 1, times = Number.POSITIVE_INFINITY } = slot.rule;
        if (operation !== '*' && operation !== operationId) continue;
        if (slot.seen++ < after || slot.random.next() >= probability) continue;
        slot.met++;
        if (slot.met >= times) remove(slot.id);
        return { ...taken, effect: slot.rule };
      }
      return undefined;
    },
    apply: (fault, answer) => applyFault(fault as TakenFault, answer),
  };
}
