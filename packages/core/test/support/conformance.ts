import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'vitest';

/** A conformance file next to the checkout, or undefined if there is none. */
const conformance = <Content>(name: string): Content | undefined => {
  const file = new URL(`../../../../../shared/conformance/${name}`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : undefined;
};

/** Describes tests over a conformance file. If the file is missing, one skipped test gives the reason in its title. */
export const describeConformance = <Content>(name: string, tests: (content: Content) => void): void => {
  const content = conformance<Content>(name);
  if (content === undefined)
    it.skip(`${name}: skipped, since ../shared/conformance/${name} is not beside this checkout`, () => {});
  else describe(name, () => tests(content));
};
