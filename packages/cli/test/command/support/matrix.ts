import type { services } from './services.ts';

export type ServiceName = keyof typeof services;
export type Form = 'table' | 'json' | 'ndjson' | 'csv' | 'junit' | 'sarif';

/** A command as the matrix runs it. `SNAPSHOT` stands for the folder of a snapshot, and `NEW` for a new path. */
export interface MatrixCommand {
  readonly args: readonly string[];
  readonly forms: readonly Form[];
  /** The exit status for a service that responds correctly */
  readonly status: number;
  /** What the table output contains in that case */
  readonly says: RegExp;
  /** Whether the command works without calling the service */
  readonly isLocal?: boolean;
  /** The result for a faulty service, if it differs from that of the other commands */
  readonly otherwise?: Partial<Record<ServiceName, Cell>>;
}

/** The arguments of a command, with its paths filled in. */
export function argumentsOf(name: string, snapshot: string, created: string): readonly string[] {
  const { args } = commands[name] as MatrixCommand;
  return args.map((each) => each.replace('SNAPSHOT', snapshot).replace('NEW', created));
}

/** The expected exit status and output. */
export interface Cell {
  readonly status: number;
  /** What a person reads on stdout or stderr */
  readonly says: RegExp;
  /** The error code that a program reads */
  readonly code?: string;
}

const rows = ['table', 'json', 'ndjson', 'csv'] as const satisfies readonly Form[];
const wait = (says: RegExp, code = 'WAIT_TIMEOUT'): Cell => ({ status: 3, says, code });

/** Every command that ends by itself. `watch` has its own tests. */
export const commands: Readonly<Record<string, MatrixCommand>> = {
  jobs: { args: ['jobs'], forms: rows, status: 0, says: /WORKSPACE.*\n.*Finance +Orders +Shop +Lake/ },
  status: { args: ['status'], forms: rows, status: 0, says: /✗ failed +日次バッチ 🚚 Café +.*Connection to/ },
  history: { args: ['history', '--since', '7d'], forms: rows, status: 0, says: /⊘ cancelled +日次バッチ 🚚 Café/ },
  wait: {
    args: ['wait', 'Orders', '--run', 'Or-0', '--timeout', '3m'],
    forms: rows,
    status: 0,
    says: /✓ succeeded +Orders/,
    otherwise: {
      down: wait(/reached its time limit .*NETWORK_ERROR.*ECONNREFUSED/),
      slow: wait(/reached its time limit .*TIMEOUT.*deadline of 60000 ms/),
      refusing: wait(/the service refused the requests: .*401/, 'WAIT_UNREADABLE'),
      'sending HTML': wait(/not JSON but text\/html/, 'WAIT_UNREADABLE'),
      'failing beside the value': wait(/the body is an error: Partial/, 'WAIT_UNREADABLE'),
    },
  },
  diagnose: {
    args: ['diagnose', 'Or-2'],
    forms: rows,
    status: 3,
    says: /Run .*failed +Orders +Or-2[\s\S]*Connection to the warehouse was refused/,
  },
  freshness: { args: ['freshness'], forms: [...rows, 'junit'], status: 0, says: /! warn +日次バッチ 🚚 Café +4h/ },
  lint: {
    args: ['lint', '--snapshot', 'SNAPSHOT'],
    forms: [...rows, 'junit', 'sarif'],
    status: 1,
    says: /error +日次バッチ 🚚 Café .*The job keeps history/,
  },
  snapshot: { args: ['snapshot', 'NEW'], forms: rows, status: 0, says: /written +finance\/orders-/ },
  drift: {
    args: ['drift', 'SNAPSHOT', 'production'],
    forms: rows,
    status: 0,
    says: /No difference in 3 jobs\./,
  },
  export: {
    args: ['export', '--out', 'NEW.csv', '--since', '7d'],
    forms: ['table', 'json'],
    status: 0,
    says: /Wrote 9 runs from .* to .*\.csv\./,
  },
  report: {
    args: ['report', '--out', 'NEW.html'],
    forms: rows,
    status: 1,
    says: /✗ error +日次バッチ 🚚 Café +the last run failed/,
  },
  record: {
    args: ['record', '--out', 'NEW.har', '--', 'status'],
    forms: rows,
    status: 0,
    says: /Recorded \d+ requests? in .*\.har\./,
  },
  'config check': {
    args: ['config', 'check'],
    forms: ['table', 'json'],
    status: 0,
    says: /the environment production can be used/,
    isLocal: true,
  },
};

/** The result of every command that needs the service, if the service does not respond correctly. */
const failures: Partial<Record<ServiceName, Cell>> = {
  down: {
    status: 3,
    says: /no complete response from http:\/\/\S+: ECONNREFUSED\s+Check the address in environments\.production/,
    code: 'NETWORK_ERROR',
  },
  slow: {
    status: 3,
    says: /within the deadline of 60000 ms\s+Check the address in environments\.production/,
    code: 'TIMEOUT',
  },
  refusing: {
    status: 3,
    says: /401 .*\s+Check the credential in environments\.production/,
    code: 'HTTP_ERROR',
  },
  'sending HTML': {
    status: 3,
    says: /200 with a body that is not JSON but text\/html\s+Check the address in environments\.production/,
    code: 'RESPONSE_FORMAT',
  },
  'failing beside the value': { status: 3, says: /the body is an error: Partial/, code: 'RESPONSE_FORMAT' },
};

/** The expected result of a command for a service. */
export function cellOf(name: string, service: ServiceName): Cell {
  const { status, says, isLocal, otherwise } = commands[name] as MatrixCommand;
  const truly = { status, says };
  return isLocal === true ? truly : (otherwise?.[service] ?? failures[service] ?? truly);
}

/**
 * Checks that a text is complete and valid in its form.
 *
 * @returns the number of rows, if the form has rows
 */
export function checkForm(form: Form, text: string): number | undefined {
  switch (form) {
    case 'json': {
      const value = JSON.parse(text) as unknown;
      return Array.isArray(value) ? value.length : undefined;
    }
    case 'ndjson':
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as object).length;
    case 'csv':
      if (!/^[a-z_]+(?:,[a-z_]+)+\n?/.test(text))
        throw new Error(`This is not CSV with a header: ${text.slice(0, 80)}`);
      return undefined;
    case 'junit':
      if (!text.startsWith('<?xml') || !text.trimEnd().endsWith('</testsuites>'))
        throw new Error(`This is not a JUnit report: ${text.slice(0, 80)}`);
      return undefined;
    case 'sarif':
      if ((JSON.parse(text) as { readonly version?: string }).version !== '2.1.0')
        throw new Error('This is not SARIF.');
      return undefined;
    case 'table':
      return undefined;
  }
}
