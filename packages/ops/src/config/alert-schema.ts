import { Type } from '@sinclair/typebox';
import { alertReasons } from './alert-rule.ts';
import { closed, duration, reference, text, textOrReference } from './schema-parts.ts';

const count = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 100, description, 'x-rule': 'must be a whole number from 1 to 100' });

const reasons = (description: string) =>
  Type.Array(
    Type.Union(
      alertReasons.map((each) => Type.Literal(each)),
      { 'x-rule': `must be one of ${alertReasons.join(', ')}` },
    ),
    { minItems: 1, description },
  );

/** `alerts` of `syncline.yaml`. */
export const alerts = Type.Object(
  {
    webhooks: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$' }),
        Type.Object(
          {
            url: textOrReference(
              'The address, with https (or http on this machine). Use a reference if it contains a token',
            ),
            secrets: Type.Array(reference, {
              minItems: 1,
              maxItems: 5,
              description: 'References to the secrets (whsec_…) that sign the requests. Set two while you replace one',
            }),
          },
          { ...closed, description: 'One receiver' },
        ),
        {
          ...closed,
          description: 'The receivers of alerts, by names that you choose',
          'x-names': 'a name of letters, digits, - and _',
        },
      ),
    ),
    rules: Type.Array(
      Type.Object(
        {
          jobs: text('The jobs, by name; * matches any characters'),
          on: Type.Optional(reasons('What opens an alert. The default is failed, partial, unknown, stale and missed')),
          after: Type.Optional(count('How many runs in a row must be bad before an alert opens. The default is 1')),
          recover: Type.Optional(count('How many runs in a row must be good before it closes. The default is 2')),
          settle: Type.Optional(
            duration(
              'The alert also closes when nothing bad has happened for this long after a good run. The default is 2h.',
            ),
          ),
          webhooks: Type.Optional(
            Type.Array(Type.String(), {
              description: 'The names of the webhooks that get the messages. The default is all',
            }),
          ),
        },
        { ...closed, description: 'Which alerts some jobs raise' },
      ),
      {
        description:
          'The first rule that matches a job applies to it. A job that matches no rule is not watched. An empty list ends all alerts',
      },
    ),
    silences: Type.Optional(
      Type.Array(
        Type.Object(
          {
            jobs: text('The jobs, by name; * matches any characters'),
            on: Type.Optional(reasons('Only alerts for these reasons')),
            until: text('When it ends, such as 2026-12-24T18:00:00Z'),
            reason: Type.Optional(text('A note for readers')),
          },
          { ...closed, description: 'A period in which no alerts are sent' },
        ),
        { description: 'Periods in which no alerts are sent. When a period ends, alerts that are still open are sent' },
      ),
    ),
  },
  { ...closed, description: 'Which alerts the jobs raise, and where they are sent' },
);

/** `causes` of `syncline.yaml`. */
export const causes = Type.Array(
  Type.Object(
    {
      origin: text('Where the cause is, such as source, destination, network, credential, configuration or service'),
      type: Type.Optional(text('What kind of cause it is, such as timeout or schema')),
      contains: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        minItems: 1,
        description:
          'The entry matches if the failure contains one of these texts, in upper or lower case; * matches any characters',
      }),
      jobs: Type.Optional(text('Only for these jobs, by name; * matches any characters')),
      advice: Type.Optional(text('What to do about it')),
    },
    { ...closed, description: 'One cause of failures' },
  ),
  { description: 'The causes of failures. The first one that matches a failure applies' },
);
