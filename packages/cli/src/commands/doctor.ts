import { apiKeyHeader, type Credential, fromEnvironment } from '@syncline/auth';
import { type Clock, ConfigError, isConfigError, systemClock } from '@syncline/core/internal';
import { clientCode, overlayFor } from '../doctor/advice.ts';
import { diagnose, type InterfaceName, type Keys } from '../doctor/diagnose.ts';
import { printReports, type DoctorReport as Report, verdictOf } from '../doctor/report.ts';
import { openRoute } from '../doctor/route.ts';
import { exitStatus } from '../command/exit-status.ts';
import { toJson } from '../formats/to-json.ts';
import type { Output } from '../terminal/output.ts';

export interface DoctorOptions {
  readonly odata?: string | undefined;
  readonly v2?: string | undefined;
  readonly header: readonly string[];
  /** The address of a proxy, or `false` to use none. @default the proxy of the environment */
  readonly proxy?: string | boolean | undefined;
  /** A PEM file with additional certificate authorities. */
  readonly ca?: string | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
  readonly json?: boolean | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `syncline doctor`: sends GET requests to a live service to find out what is wrong, and what the specification does
 * not say. It prints causes, names and shapes, but never a value or a secret.
 *
 * @returns 0 if all checks are fine, 1 if one found a problem, otherwise 3 if one had no clear result
 * @throws {ConfigError} when an option or the environment cannot be used
 */
export async function doctor(
  options: DoctorOptions,
  output: Output,
  environment: Environment = process.env,
  clock: Clock = systemClock,
): Promise<number> {
  const { odata, v2, json } = options;
  if (odata === undefined && v2 === undefined) throw new ConfigError('--odata', 'or --v2 must name a service, or both');
  try {
    const reports: Report[] = [];
    if (odata !== undefined) reports.push(await examine('odata', odata, options, environment, clock));
    if (v2 !== undefined) reports.push(await examine('v2', v2, options, environment, clock));
    const verdict = verdictOf(reports);
    if (json)
      output.out(
        toJson({ verdict, interfaces: reports.map(shown), findings: reports.flatMap((each) => each.findings) }),
      );
    else printReports(reports, output);
    switch (verdict) {
      case 'fine':
        return exitStatus.yes;
      case 'trouble':
        return exitStatus.no;
      case 'unknown':
        return exitStatus.unknown;
    }
  } catch (error) {
    if (!isConfigError(error)) throw error;
    const rule = error.message.slice(error.option.length + 1).replace(' allowInsecureHttp', ' --allow-insecure-http');
    throw new ConfigError(error.option, rule);
  }
}

const shown = ({ interface: name, baseUrl, checks, code, overlay }: Report) => ({
  interface: name,
  baseUrl,
  checks,
  code,
  overlay,
});

async function examine(
  name: InterfaceName,
  baseUrl: string,
  { header, proxy, ca, allowInsecureHttp = false }: DoctorOptions,
  environment: Environment,
  clock: Clock,
): Promise<Report> {
  const given = {
    value: environment[name === 'odata' ? 'SYNCLINE_API_KEY' : 'SYNCLINE_USER_TOKEN'],
    vendor: environment['SYNCLINE_VENDOR'],
    names: header,
  };
  const { credential, keys } = credentialOf(name, given, environment);
  const route = openRoute(baseUrl, { proxy: proxy === true ? undefined : proxy, ca }, environment);
  try {
    const service = { baseUrl, credential, allowInsecureHttp, route, clock };
    const diagnosis = await diagnose(name, service, keys);
    const { fit } = diagnosis;
    const code = fit && clientCode(name, fit, { route, allowInsecureHttp });
    return { ...diagnosis, code, overlay: fit && overlayFor(name, fit) };
  } finally {
    await route.transport.close();
  }
}

/** The credential of the environment. A key without the name of its header is sent in the first `--header`. */
function credentialOf(
  name: InterfaceName,
  given: Omit<Keys, 'header'>,
  environment: Environment,
): { readonly credential: Credential; readonly keys: Keys } {
  try {
    return { credential: fromEnvironment(name, environment), keys: { ...given, header: null } };
  } catch (error) {
    const { value, names } = given;
    const [header] = names;
    const isAmbiguous = isConfigError(error) && error.message.includes('one credential only');
    if (value === undefined || header === undefined || isAmbiguous) throw error;
    return { credential: apiKeyHeader({ name: header, value }), keys: { ...given, header } };
  }
}
