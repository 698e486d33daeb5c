import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'vitest';

/** A conformance file next to the checkout, or undefined if there is none. */
const conformance = <Content>(name: string): Content | undefined => {
  const file = new URL(`../../../../../shared/conformance/${name}`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : undefined;
};

/** Describes tests over a conformance file. If the file is missing, one test is skipped, and the output says why. */
export const describeConformance = <Content>(name: string, tests: (content: Content) => void): void => {
  const content = conformance<Content>(name);
  if (content === undefined) {
    console.log(`skipped: ${name}, since ../shared/conformance/${name} is not beside this checkout`);
    it.skip(name, () => {});
  } else describe(name, () => tests(content));
};
