import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validateXML } from 'xmllint-wasm';

/** The schema of the reports that Jenkins reads: junit-10.xsd of its xunit plugin. It is not in any npm package. */
const file =
  process.env['JUNIT_SCHEMA'] ??
  fileURLToPath(new URL('../../../../../shared/conformance/junit/junit-10.xsd', import.meta.url));

/** The reason why there is no schema to check against, or undefined if there is one. */
export const noJUnitSchema = existsSync(file)
  ? undefined
  : "the schema of Jenkins's xunit plugin is not next to the checkout (shared/conformance/junit/junit-10.xsd, or JUNIT_SCHEMA)";

/** The errors that the schema finds in a report. A valid report has none. */
export async function junitErrors(report: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'report.xml', contents: report },
    schema: { fileName: 'junit-10.xsd', contents: readFileSync(file, 'utf8') },
  });
  return errors.map(({ message }) => message);
}
