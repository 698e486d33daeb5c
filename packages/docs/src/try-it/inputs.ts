import { operations, type OperationId } from '@syncline/openapi';
import samples from '../generated/samples.json';
import { argumentsOf, isMethodOperation, optionNames, type Argument, type Values } from './operation.ts';

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
