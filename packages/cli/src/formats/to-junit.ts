import { cleanText } from '@syncline/core/internal';

/**
 * One case of a JUnit report: it passes unless it has a failure (the answer is no) or an error (the answer is unknown).
 */
export interface JUnitCase {
  readonly name: string;
  readonly failure?: string | undefined;
  readonly error?: string | undefined;
}

/** Prints a JUnit report with one suite, for CI services. */
export function toJUnitSuite(suite: string, cases: readonly JUnitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const errors = cases.filter(({ failure, error }) => failure === undefined && error !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
  const lines = cases.map(({ name, failure, error }) => {
    const attributes = `classname="${escape(suite)}" name="${escape(name)}"`;
    if (failure !== undefined) return `    <testcase ${attributes}><failure message="${escape(failure)}"/></testcase>`;
    if (error !== undefined) return `    <testcase ${attributes}><error message="${escape(error)}"/></testcase>`;
    return `    <testcase ${attributes}/>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escape(suite)}" ${counts}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

/** XML 1.0 cannot contain U+FFFE and U+FFFF, so they are replaced. `cleanText` removes the other characters. */
function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return cleanText(text, 1000)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
