import { readFile } from 'node:fs/promises';
import { type Static, Type } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { ConfigError } from '@syncline/core/internal';
import { results } from './report.ts';

/** The data of a report for the comparison with the next one. It is in the page as JSON. */
const earlierReport = Type.Object({
  version: Type.Literal(1),
  environment: Type.String(),
  at: Type.Number(),
  jobs: Type.Array(Type.Object({ name: Type.String(), result: Type.Union(results.map((each) => Type.Literal(each))) })),
  failures: Type.Array(Type.Object({ id: Type.String(), message: Type.String() })),
  findings: Type.Optional(Type.Array(Type.String())),
});

/** The data of an earlier report. */
export type EarlierReport = Static<typeof earlierReport>;

const block = /<script type="application\/json" id="data">([^<]*)<\/script>/;

/**
 * Reads the data of an earlier report from its file.
 *
 * @param option - the option that names the file
 * @throws {ConfigError} when the file cannot be read, is not a report, or is one of another environment
 */
export async function readEarlierReport(file: string, environment: string, option: string): Promise<EarlierReport> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new ConfigError(option, `names ${file}, which cannot be read (${code})`);
  }
  const earlier = parseReport(text);
  if (earlier === undefined)
    throw new ConfigError(option, `names ${file}, which is not a page that \`syncline report\` wrote`);
  if (earlier.environment !== environment)
    throw new ConfigError(
      option,
      `names ${file}, a report of the environment ${JSON.stringify(earlier.environment)} and not of ${JSON.stringify(environment)}`,
    );
  return earlier;
}

/** Parses the data in the page of a report; undefined if the text is not such a page. */
export function parseReport(text: string): EarlierReport | undefined {
  try {
    const data: unknown = JSON.parse(block.exec(text)?.[1] ?? '');
    return Check(earlierReport, data) ? data : undefined;
  } catch {
    return undefined;
  }
}
