import samples from '../generated/samples.json';
import { type OperationId, operations } from '@syncline/openapi';
import { type Argument, type Values, argumentsOf, isMethodOperation, optionNames } from './operation.ts';
import { isODataSyntaxError, parseFilter, parseOrderBy, parseSelect } from '@syncline/odata';

/** One input of the panel. `check` names the syntax that its text must have, which is checked during typing. */
export interface Input {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly check?: 'filter' | 'orderBy' | 'select';
  readonly hint?: string;
}

/** A value that the page's sandbox knows, for each argument. A new argument does not compile until it has one. */
const argumentValues: Readonly<Record<Argument, string>> = { ...samples, query: 'SELECT JobName FROM jobs' };

/** Options with an interesting result in the page's sandbox. Operations that are not listed start without options. */
const suggested: Readonly<Partial<Record<OperationId, Values>>> = {
  getJob: { select: 'JobName,Source,Destination,Scheduled,RowVersion' },
  listHistory: {
    filter: "contains(status, 'Failed')",
    orderBy: 'runstartdate desc',
    select: 'runstartdate,jobname,status,details',
  },
  listConnectors: { filter: "workspace eq 'Finance'", orderBy: 'connectorid asc' },
};

/** The inputs in the panel of an operation: the arguments and the query options of its call. */
export function inputsOf(id: OperationId): readonly Input[] {
  const operation = operations[id];
  if (!isMethodOperation(operation)) return [];
  return [
    ...argumentsOf(operation).map((name) => ({ name, label: name, value: argumentValues[name] })),
    ...operation.queryParameters.map((parameter): Input => {
      const name = optionNames[parameter];
      return {
        name,
        label: parameter,
        value: suggested[id]?.[name] ?? '',
        check: name,
        ...(name === 'select' ? { hint: 'empty: all fields' } : {}),
      };
    }),
  ];
}

/** The inputs in the address of the page. */
export function readAddress(search: string, names: Iterable<string>): Values {
  const given = new URLSearchParams(search);
  return Object.fromEntries([...names].flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])));
}

/** The address of the page with these inputs. Initial values are left out. */
export function writeAddress(address: string, values: Values, initial: Values): string {
  const url = new URL(address);
  url.search = new URLSearchParams(
    Object.entries(values).filter(([name, value]) => value !== initial[name]),
  ).toString();
  url.hash = 'try-it';
  return url.href;
}

/** The syntax error of a text, with a caret under its place; undefined if there is none. */
export function check(kind: Input['check'], text: string): string | undefined {
  if (kind === undefined || text.trim() === '') return undefined;
  try {
    if (kind === 'filter') parseFilter(text);
    else if (kind === 'orderBy') parseOrderBy(text);
    else parseSelect(text);
    return undefined;
  } catch (error) {
    return isODataSyntaxError(error) ? error.message : String(error);
  }
}
