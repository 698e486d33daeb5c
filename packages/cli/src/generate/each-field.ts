import { Name, printKey, printString } from './print.ts';

/** The fields of a record by what decoding has to do for them. */
interface Lists {
  readonly booleanStrings: readonly string[];
  readonly whole: readonly string[];
  readonly integers: readonly string[];
  readonly booleans: readonly string[];
}

/** The function of a table that hands each value to its decoder, but for `'true'` and `'false'` as they mostly come, or nothing where there is nothing to decode. */
export function printEachField({ booleanStrings, whole, integers, booleans }: Lists): { readonly each?: Name } {
  const flags = [...booleanStrings, ...booleans].map((field) =>
    step(field, "v === 'true' || (v !== 'false' && flag(v))"),
  );
  const numbers = [...whole, ...integers].map((field) => step(field, 'number(v)'));
  const steps = [...flags, ...numbers];
  if (steps.length === 0) return {};
  const parameters = ['r', flags.length > 0 ? 'flag' : '_flag', ...(numbers.length > 0 ? ['number'] : [])];
  return {
    each: new Name(
      `(${parameters.join(', ')}) => {\n    let v: unknown;\n${steps.map((line) => `    ${line}\n`).join('')}  }`,
    ),
  };
}

function step(field: string, decoded: string): string {
  const place = printKey(field) === field ? `r.${field}` : `r[${printString(field)}]`;
  return `if ((v = ${place}) !== undefined) ${place} = ${decoded};`;
}
