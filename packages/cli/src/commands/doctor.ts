import { existsSync } from 'node:fs';
import { apiKeyHeader, type Credential, fromEnvironment } from '@syncline/auth';
import { type Clock, ConfigError, isConfigError } from '@syncline/core/internal';
import { clientCode, overlayFor } from '../doctor/advice.ts';
import { diagnose, type InterfaceName, type Keys } from '../doctor/diagnose.ts';
import { printReports, type DoctorReport as Report, verdictOf } from '../doctor/report.ts';
import { openRoute } from '../doctor/route.ts';
import { defineCommand, type ProgramContext } from '../command/define-command.ts';
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
    odata: { value: 'url', text: 'base URL of the OData interface (default: that of the configuration)' },
    v2: { value: 'url', text: 'base URL of the v2 interface (default: that of the configuration)' },
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
  examples: ['syncline doctor', 'syncline doctor --odata https://sync.example.com/api.rsc --ca company-ca.pem'],
  notes:
    'Without --odata and --v2, the addresses and the credentials come from the configuration. With one of them, the ' +
    'credential comes from environment variables: SYNCLINE_USERNAME and SYNCLINE_PASSWORD, or others that ' +
    'fromEnvironment of @syncline/auth reads.',
  exitStatuses: {
    0: 'there is no problem',
    1: 'there is a problem, or the service cannot be reached',
    2: 'an option cannot be used, or there is no credential; nothing was sent',
    3: 'a check has no clear result',
  },
  hasConfiguration: true,
  async run(options, { output, variables, clock, configuration }) {
    const { odata, v2 } = options;
    try {
      const reports: Report[] = [];
      const interfaces =
        odata === undefined && v2 === undefined
          ? await configured(configuration, variables)
          : interfaceNames.flatMap((name) => {
              const url = options[name];
              return url === undefined ? [] : [{ name, url, ...credentialOf(name, options.header, variables) }];
            });
      for (const each of interfaces) reports.push(await examine(each, options, variables, clock));
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

const interfaceNames = ['odata', 'v2'] as const satisfies readonly InterfaceName[];

/** An interface to examine. */
interface Examined {
  readonly name: InterfaceName;
  readonly url: string;
  readonly credential: Credential;
  readonly keys: Keys;
}

/** The interfaces of the environment in the configuration, with its credentials. */
async function configured(
  { file, environment }: ProgramContext['configuration'],
  variables: Environment,
): Promise<readonly Examined[]> {
  const path = file ?? (variables['SYNCLINE_CONFIG'] || 'syncline.yaml');
  if (!existsSync(path))
    throw new ConfigError('--odata', `or --v2 must name a service, or both, because there is no configuration ${path}`);
  const { loadConfig } = await import('@syncline/ops');
  const loaded = await loadConfig({ file, environment, variables });
  const found: Examined[] = [];
  for (const name of interfaceNames)
    if (loaded.has(name)) {
      const { url, credential } = await loaded.connect(name);
      found.push({ name, url, credential, keys: { value: undefined, vendor: undefined, names: [], header: null } });
    }
  if (found.length > 0) return found;
  throw new ConfigError(
    `environments.${loaded.environment}`,
    'has no interface to examine; name one with --odata or --v2',
  );
}

async function examine(
  { name, url: baseUrl, credential, keys }: Examined,
  { proxy, ca, allowInsecureHttp = false }: Parameters<typeof doctor.run>[0],
  environment: Environment,
  clock: Clock,
): Promise<Report> {
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
  names: readonly string[],
  environment: Environment,
): Pick<Examined, 'credential' | 'keys'> {
  const value = environment[name === 'odata' ? 'SYNCLINE_API_KEY' : 'SYNCLINE_USER_TOKEN'];
  const keys = { value, vendor: environment['SYNCLINE_VENDOR'], names };
  try {
    return { credential: fromEnvironment(name, environment), keys: { ...keys, header: null } };
  } catch (error) {
    const [header] = names;
    const isAmbiguous = isConfigError(error) && error.message.includes('one credential only');
    if (value === undefined || header === undefined || isAmbiguous) throw error;
    return { credential: apiKeyHeader({ name: header, value }), keys: { ...keys, header } };
  }
}
