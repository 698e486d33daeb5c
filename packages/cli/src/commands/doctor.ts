import { apiKeyHeader, type Credential, fromEnvironment } from '@syncline/auth';
import { type Clock, ConfigError, isConfigError } from '@syncline/core/internal';
import { clientCode, overlayFor } from '../doctor/advice.ts';
import { diagnose, type InterfaceName, type Keys } from '../doctor/diagnose.ts';
import { printReports, type DoctorReport as Report, verdictOf } from '../doctor/report.ts';
import { openRoute } from '../doctor/route.ts';
import { defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import { toJson } from '../formats/to-json.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `syncline doctor`: sends GET requests to a live service to find out what is wrong, and what the specification does
 * not say. It prints causes, names and shapes, but never a value or a secret.
 */
export const doctor = defineCommand({
  name: 'doctor',
  group: 'developers',
  summary:
    'send GET requests to a live service to find out what is wrong and how to fix it, ' +
    'and print a client that fits the service',
  options: {
    odata: { value: 'url', text: 'base URL of the OData interface' },
    v2: { value: 'url', text: 'base URL of the v2 interface' },
    header: {
      value: 'name',
      text: 'a header name to try with SYNCLINE_API_KEY or SYNCLINE_USER_TOKEN; repeatable',
      isRepeatable: true,
    },
    proxy: {
      value: 'url',
      text: 'an HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY)',
      off: 'connect directly, and ignore the proxy variables',
    },
    ca: { value: 'file', text: 'a PEM file with certificate authorities to trust in addition' },
    allowInsecureHttp: { text: 'allow http: send the credential to another machine without TLS' },
  },
  formats: ['text', 'json'],
  examples: ['syncline doctor --odata https://sync.example.com/api.rsc --ca company-ca.pem'],
  notes:
    'The credential comes from environment variables: SYNCLINE_USERNAME and SYNCLINE_PASSWORD, or others that ' +
    'fromEnvironment of @syncline/auth reads.',
  exitStatuses: {
    0: 'there is no problem',
    1: 'there is a problem, or the service cannot be reached',
    2: 'an option cannot be used, or there is no credential; nothing was sent',
    3: 'a check could not tell',
  },
  async run(options, { output, variables, clock }) {
    const { odata, v2 } = options;
    if (odata === undefined && v2 === undefined)
      throw new ConfigError('--odata', 'or --v2 must name a service, or both');
    try {
      const reports: Report[] = [];
      if (odata !== undefined) reports.push(await examine('odata', odata, options, variables, clock));
      if (v2 !== undefined) reports.push(await examine('v2', v2, options, variables, clock));
      const verdict = verdictOf(reports);
      if (output.format === 'json') {
        const findings = reports.flatMap((each) => each.findings);
        output.write(toJson({ verdict, interfaces: reports.map(shown), findings }, 2));
      } else printReports(reports, output);
      return { fine: exitStatus.yes, trouble: exitStatus.no, unknown: exitStatus.unknown }[verdict];
    } catch (error) {
      if (!isConfigError(error)) throw error;
      const rule = error.message.slice(error.option.length + 1).replace(' allowInsecureHttp', ' --allow-insecure-http');
      throw new ConfigError(error.option, rule);
    }
  },
});

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
  { header, proxy, ca, allowInsecureHttp = false }: Parameters<typeof doctor.run>[0],
  environment: Environment,
  clock: Clock,
): Promise<Report> {
  const keyOptions = {
    value: environment[name === 'odata' ? 'SYNCLINE_API_KEY' : 'SYNCLINE_USER_TOKEN'],
    vendor: environment['SYNCLINE_VENDOR'],
    names: header,
  };
  const { credential, keys } = credentialOf(name, keyOptions, environment);
  const route = openRoute(baseUrl, { proxy, ca }, environment);
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
  keys: Omit<Keys, 'header'>,
  environment: Environment,
): { readonly credential: Credential; readonly keys: Keys } {
  try {
    return { credential: fromEnvironment(name, environment), keys: { ...keys, header: null } };
  } catch (error) {
    const { value, names } = keys;
    const [header] = names;
    const isAmbiguous = isConfigError(error) && error.message.includes('one credential only');
    if (value === undefined || header === undefined || isAmbiguous) throw error;
    return { credential: apiKeyHeader({ name: header, value }), keys: { ...keys, header } };
  }
}
