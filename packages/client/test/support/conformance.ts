import { existsSync, readFileSync } from 'node:fs';

/** A conformance file beside the checkout, or undefined where there is none. */
export const conformance = <Content>(name: string): Content | undefined => {
  const file = new URL(`../../../../../shared/conformance/${name}`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : undefined;
};

/** Why a test over such a file is skipped; shown in its title. */
export const absent = (name: string): string => `skipped: ../shared/conformance/${name} is not beside this checkout`;
