import { type OperationId, operations } from '@syncline/openapi';
import type { SandboxRequest } from '../http/request.ts';
import type { SandboxResponse } from '../http/response.ts';
import { bodyTypes, faultErrorBody } from './bodies.ts';
import { contentSettings } from './content-settings.ts';
import type { FaultEffect } from './rule.ts';
import { type FaultContext, isBodiless, type SettingTable, withHeaders, withoutHeader } from './setting.ts';
import { transferSettings } from './transfer-settings.ts';

/** An effect and the request whose response it changes. */
export interface TakenFault {
  readonly effect: FaultEffect;
  readonly operationId: OperationId | undefined;
  readonly request: SandboxRequest;
  /** Why the fault header is invalid. The response is a 400 with this message. */
  readonly problem?: string;
}

/** The response with the fault applied. */
export function applyFault(fault: TakenFault, original: SandboxResponse): SandboxResponse {
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
