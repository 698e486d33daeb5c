import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { RefusalError } from '../refusal/refusal-error.ts';
import type { Tool } from '../tool/tool.ts';

/** Maximum length of the arguments, in characters of JSON. They are names, ids and times. */
const longest = 4_000;
let ajv: Ajv | undefined;
const validators = new WeakMap<Tool, ValidateFunction>();

/**
 * @throws {RefusalError} when arguments do not match the schema of a tool. The message names the argument and the rule
 * that it breaks
 */
export function checkArguments(tool: Tool, args: unknown): object {
  const given = args ?? {};
  if (JSON.stringify(given).length > longest)
    throw new RefusalError(`The arguments are longer than ${longest} characters.`);
  let validate = validators.get(tool);
  if (validate === undefined) {
    ajv ??= new Ajv({ strict: false });
    validate = ajv.compile(tool.inputSchema);
    validators.set(tool, validate);
  }
  if (!validate(given)) throw new RefusalError(explain(tool, validate.errors?.[0]));
  return given as object;
}

function explain(tool: Tool, error: ErrorObject | undefined): string {
  const names = Object.keys(tool.inputSchema.properties);
  const place = (error?.instancePath ?? '').split('/')[1] ?? '';
  const of = names.includes(place) ? place : 'the arguments';
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
