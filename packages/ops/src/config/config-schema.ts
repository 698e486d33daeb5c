import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { alerts } from './alert-schema.ts';
import {
  chosen,
  closed,
  count,
  duration,
  flag,
  map,
  oneOnly,
  type reference,
  secret,
  text,
  textOrReference,
} from './schema-parts.ts';

const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, description });

/** `mcp` of `syncline.yaml`. */
export const mcp = map('What the read-only MCP server shows to an assistant', {
  'workspaces?': patterns(
    'The workspaces that an assistant may see, by name; * matches any characters. The default is all',
  ),
  'jobs?': patterns('The jobs that an assistant may see, by name; * matches any characters. The default is all'),
  'tasks?': Type.Array(
    Type.String({
      pattern: '^[^/]+/[^/]+$',
      'x-rule': 'must be the ids of a transformation and of its task, such as 7/1; * matches any characters',
    }),
    {
      minItems: 1,
      description:
        'The tasks whose history it may see: TRANSFORMATION/TASK, by their ids; * matches any characters. The default is all, or none if workspaces or jobs are limited',
    },
  ),
  'environments?': patterns(
    'The environments that it may compare, by name; * matches any characters. The default is all',
  ),
  'requestsPerMinute?': count('The maximum number of requests to the service per minute. The default is 300'),
  'token?': secret('The secret that clients send when the server runs with `--http`, with at least 16 characters'),
});

const oneKind = 'How requests are authenticated: exactly one kind';
const credential = map(
  oneKind,
  {
    'basic?': map('HTTP Basic', { username: textOrReference('The user name'), password: secret('The password') }),
    'apiKeyHeader?': map('A key in a header', {
      name: text('The name of the header, such as x-acme-authtoken'),
      value: secret('The key'),
    }),
    'apiKeyQuery?': map('A key in the query', {
      'name?': text('The name of the query parameter'),
      value: secret('The key'),
    }),
  },
  oneOnly,
);
const cloudCredential = map(
  oneKind,
  {
    'personalAccessToken?': map('A personal access token', {
      email: textOrReference('The e-mail address of the user'),
      token: secret('The token'),
    }),
    'clientCredentials?': map('OAuth 2.0 client credentials', {
      authUrl: text('The address of the authorization service'),
      clientId: textOrReference('The id of the service account'),
      clientSecret: secret('The secret of the service account'),
    }),
  },
  oneOnly,
);

const service = <Kind extends TSchema>(kind: Kind, description: string) =>
  map(description, {
    url: text('The address, with https (or http on this machine), and without user name, password and query'),
    credential: kind,
  });

const environment = map(
  'One installation of the service',
  {
    'odata?': service(credential, 'The OData interface: jobs, history, connectors'),
    'v2?': service(credential, 'The v2 interface: workspaces, job status, task history'),
    'cloud?': service(cloudCredential, 'The cloud query interface'),
  },
  { ...closed, minProperties: 1 },
);

const words = (outcome: string) =>
  Type.Array(Type.String({ minLength: 1 }), {
    description: `Status words that mean ${outcome}: exact words, or patterns such as \`/^\\d+ rows$/\``,
  });
const vocabulary = {
  'succeeded?': words('success'),
  'warned?': words('success with a warning'),
  'partial?': words('that a part failed'),
  'failed?': words('failure'),
  'cancelled?': words('that the run was cancelled'),
  'running?': words('that the run has not ended'),
};

const cron = map('How the service reads cron expressions', {
  timeZone: text('The IANA time zone in which the service reads its schedules'),
  sunday: Type.Union([Type.Literal(0), Type.Literal(1)], {
    description: 'The number of Sunday',
    'x-rule': 'must be 0 or 1: the number of Sunday',
  }),
  seconds: flag('Whether expressions of six fields begin with seconds. Otherwise, only five are allowed'),
});

const causes = Type.Array(
  map('One cause of failures', {
    origin: text('Where the cause is, such as source, destination, network, credential, configuration or service'),
    'type?': text('What kind of cause it is, such as timeout or schema'),
    contains: patterns(
      'The entry matches if the failure contains one of these texts, in upper or lower case; * matches any characters',
    ),
    'jobs?': text('Only for these jobs, by name; * matches any characters'),
    'advice?': text('What to do about it'),
  }),
  { description: 'The causes of failures. The first one that matches a failure applies' },
);

const level = Type.Union(
  ['off', 'info', 'warn', 'error'].map((each) => Type.Literal(each as 'off')),
  {
    description: 'The severity of the findings of a rule, or `off`, which turns the rule off',
    'x-rule': "must be 'off', 'info', 'warn' or 'error', in quotes",
  },
);

/** How long runs are kept: the same month of the year before is there. */
export const defaultKeepRuns = '400d';

/**
 * The only description of `syncline.yaml`: the types of the configuration, the checks and the published JSON Schema
 * (draft 7, `syncline.schema.json`) are generated from it. `x-rule` is the part of a message that says what a value
 * must be.
 */
export const configSchema = map(
  'The configuration of the syncline commands',
  {
    environments: chosen('The installations of the service, by names that you choose', environment, {
      ...closed,
      minProperties: 1,
    }),
    'default?': text('The environment that is used without `--environment`'),
    'outcomes?': map('What the status words of your service mean. There is no default', {
      ...vocabulary,
      'details?': map('The same kind of words, for the details of a run', vocabulary),
      'detailsMaySucceed?': flag('Whether details alone may mean success'),
    }),
    'history?': map('The properties of the history that the specification does not name', {
      key: text('The property that identifies a run'),
      job: text('The property with the job'),
      status: text('The property with the status word'),
      start: text('The property with the start'),
      'end?': text('The property with the end'),
      'rows?': text('The property with the number of rows'),
      'error?': text('The property with the error. If it contains text, the run failed, regardless of its status'),
      'timeZone?': text('The IANA time zone of timestamps without an offset'),
      'pageCap?': count('The maximum number of records that the service returns without a link to the rest'),
    }),
    'freshness?': Type.Array(
      map('When the data of some jobs counts as fresh', {
        jobs: text('The jobs, by name, or by id without `history`; * matches any characters'),
        'warnAfter?': duration('The age of the last success above which it warns.'),
        'errorAfter?': duration('The age of the last success above which it fails.'),
        'early?': duration('How long before its scheduled time a run may start.'),
        'grace?': duration('How long after its scheduled time a run may start.'),
        'cron?': cron,
        'acceptWarned?': flag('Whether a warning counts as success'),
        'skipWhileRunning?': flag(
          'Whether a scheduled run is not missing if the job was still running at its scheduled time',
        ),
      }),
      { description: 'Freshness policies. Each job uses the first one that matches it' },
    ),
    'volume?': map('When the number of rows of a run is unusual', {
      'deviations?': Type.Number({
        exclusiveMinimum: 0,
        description: 'How many robust standard deviations from the median are usual. The default is 5',
        'x-rule': 'must be a number greater than 0',
      }),
      'minimumRuns?': Type.Integer({
        minimum: 2,
        maximum: 50,
        description: 'The minimum number of earlier successful runs to compare with. The default is 8',
        'x-rule': 'must be a whole number from 2 to 50',
      }),
      'relativeFloor?': Type.Number({
        minimum: 0,
        description:
          'How far from the median a run may be, as a share of the median, if the earlier runs hardly differ. The default is 0.1',
        'x-rule': 'must be a number of at least 0',
      }),
    }),
    'lint?': map('How job definitions are linted', {
      'rules?': Type.Record(Type.String({ pattern: '^[a-z0-9-]+$' }), level, {
        ...closed,
        description: 'The level of rules, by their ids',
        'x-names': 'the id of a rule',
      }),
      'cron?': cron,
      'maxStartsPerMinute?': count(
        'How many jobs may start on one destination in the same minute. Without it, no limit is checked',
      ),
      'commandTimeoutUnit?': Type.Union(
        [Type.Literal('milliseconds'), Type.Literal('seconds'), Type.Literal('minutes')],
        {
          description: 'The unit of CommandTimeout. Without it, rules that need the unit are not checked',
          'x-rule': 'must be milliseconds, seconds or minutes',
        },
      ),
    }),
    'alerts?': alerts,
    'causes?': causes,
    'mcp?': mcp,
    'store?': map(
      'Where the history of runs is kept: a file, or a reference to a PostgreSQL URL',
      {
        'sqlite?': text('The path of a file, relative to the configuration'),
        'postgres?': secret('The URL of a PostgreSQL database, which may contain a password'),
      },
      oneOnly,
    ),
    'keepRuns?': duration(
      'How long the store keeps runs that have ended, at least 30d. The monitor deletes older ones once a day.',
      defaultKeepRuns,
    ),
  },
  {
    ...closed,
    $id: 'https://github.com/syncline/syncline/blob/main/packages/ops/syncline.schema.json',
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'syncline.yaml',
  },
);

/** The least that `keepRuns` may be: a tracker, a freshness policy and a report read some weeks. */
export const leastKeepRuns = '30d';

/** The content of `syncline.yaml`. */
export type Config = Static<typeof configSchema>;
/** One installation of the service. */
export type EnvironmentConfig = Static<typeof environment>;
/** Where a secret is. Exactly one of the three is set. */
export type SecretReference = Static<typeof reference>;
