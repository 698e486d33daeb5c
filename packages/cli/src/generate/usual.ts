import { Name, printKey, printString } from './print.ts';

/** The fields of a record by what decoding has to do for them. */
interface Lists {
  readonly switches: readonly string[];
  readonly whole: readonly string[];
  readonly integers: readonly string[];
  readonly booleans: readonly string[];
}

/** The function of a table that decodes what came as usual, or nothing where there is nothing to decode. */
export function printUsual({ switches, whole, integers, booleans }: Lists): { readonly usual?: Name } {
  const steps = [
    ...[...switches, ...booleans].map((field) => flag(at(field))),
    ...[...whole, ...integers].map((field) => number(at(field))),
  ];
  if (steps.length === 0) return {};
  return { usual: new Name(`(r) => {\n    let v: unknown;\n    let usual = true;\n${steps.map((step) => `    ${step}\n`).join('')}    return usual;\n  }`) };
}

const at = (field: string): string => (printKey(field) === field ? `r.${field}` : `r[${printString(field)}]`);

const flag = (place: string): string =>
  `if ((v = ${place}) === 'true') ${place} = true; else if (v === 'false') ${place} = false; else if (v !== undefined && v !== true && v !== false) usual = false;`;

// Number() of an object may run out of stack, or throw: JSON can be nested without end, and can name a key `valueOf`.
const number = (place: string): string =>
  `if ((v = ${place}) !== undefined) { const n = typeof v === 'object' ? NaN : Number(v); if (Number.isSafeInteger(n) && (v === n || v === String(n))) ${place} = n; else usual = false; }`;
