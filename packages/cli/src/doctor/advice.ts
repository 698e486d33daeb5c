import type { Fit, InterfaceName } from './diagnose.ts';
import type { UnknownField } from './shape.ts';
import type { Route } from './route.ts';

/** How the client in the printed code connects to the service. */
export interface AdviceOptions {
  readonly route: Pick<Route, 'ca' | 'proxy'>;
  readonly allowInsecureHttp: boolean;
}

/** The code of a client that fits the service. It reads every secret from the environment. */
export function clientCode(name: InterfaceName, fit: Fit, { route, allowInsecureHttp }: AdviceOptions): string {
  const { ca, proxy } = route;
  const factory = name === 'odata' ? 'createODataClient' : 'createV2Client';
  const key = name === 'odata' ? 'SYNCLINE_API_KEY' : 'SYNCLINE_USER_TOKEN';
  const needsTransport = ca !== null || proxy !== null;
  const transport = [
    ...(ca === null ? [] : [`ca: readFileSync(${quote(ca)})`]),
    ...(proxy === null ? [] : [`proxy: ${proxyCode(proxy)}`]),
  ];
  return [
    ...(ca === null ? [] : ["import { readFileSync } from 'node:fs';"]),
    `import { ${fit.header === null ? 'fromEnvironment' : 'apiKeyHeader'} } from '@syncline/auth';`,
    `import { ${factory} } from '@syncline/client';`,
    ...(needsTransport ? ["import { createNodeTransport } from '@syncline/client/node';"] : []),
    '',
    `export const ${name} = ${factory}({`,
    `  baseUrl: ${quote(fit.baseUrl)},`,
    ...(fit.header === null
      ? [`  credential: fromEnvironment('${name}'),`]
      : [
          '  credential: apiKeyHeader({',
          `    name: ${quote(fit.header)},`,
          `    value: () => process.env.${key} ?? '',`,
          '  }),',
        ]),
    ...(allowInsecureHttp ? ['  allowInsecureHttp: true,'] : []),
    ...(fit.hasNextLink ? ["  pages: 'follow', // this service splits collections"] : []),
    ...(needsTransport ? ['  fetch: createNodeTransport({', ...transport.map((line) => `    ${line},`), '  }),'] : []),
    '});',
    ...fit.queryOptions.flatMap(({ option, treatment }) =>
      treatment === 'refused' || treatment === 'ignored'
        ? [`// ${option} is ${treatment} here: do not rely on it.`]
        : [],
    ),
  ].join('\n');
}

/** An OpenAPI overlay with the fields of the service that the documents do not describe; null if there are none. */
export function overlayFor(name: InterfaceName, { header, more }: Fit): string | null {
  const scheme = name === 'odata' ? 'apiKeyHeader' : 'userToken';
  const unnamed = name === 'odata' ? 'x-name-template' : 'x-not-shown';
  const actions = [
    ...(header === null
      ? []
      : [
          `  - target: $.components.securitySchemes.${scheme}`,
          `    update: { name: '${header.replaceAll("'", "''")}' }`,
          `  - target: $.components.securitySchemes.${scheme}['${unnamed}']`,
          '    remove: true',
        ]),
    ...more.flatMap(({ record, fields }) =>
      fields.length === 0
        ? []
        : [`  - target: $.components.schemas.${record}.properties`, '    update:', ...fields.map(propertyLine)],
    ),
  ];
  if (actions.length === 0) return null;
  return [
    'overlay: 1.0.0',
    "info: { title: Our server, version: '1' }",
    `extends: ${name}.json`,
    'actions:',
    ...actions,
  ].join('\n');
}

function propertyLine({ name, types }: UnknownField): string {
  const shown =
    /^[A-Za-z_]\w*$/.test(name) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(name) ? name : JSON.stringify(name);
  const only = types.length === 1 && types[0] !== 'null' ? types[0] : null;
  const isArray = types.includes('array');
  const type =
    only === null
      ? types.join() === 'null'
        ? null
        : `[${types.map((each) => (each === 'null' ? "'null'" : each)).join(', ')}]`
      : only;
  const parts = [
    ...(type === null ? [] : [`type: ${type}`]),
    ...(isArray ? ['items: {}'] : []),
    'description: Seen on our server.',
  ];
  return `      ${shown}: { ${parts.join(', ')} }`;
}

const proxyCode = ({ hasPassword, source, shown }: NonNullable<Route['proxy']>): string =>
  hasPassword ? `process.env.${secretVariable(source)}` : quote(shown);

/** A proxy that was passed as a flag is not in the environment of the program. */
const secretVariable = (source: string): string => (source.startsWith('--') ? 'HTTPS_PROXY' : source);

const quote = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
