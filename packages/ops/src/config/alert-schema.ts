import { Type } from '@sinclair/typebox';
import { alertReasons } from '../alert-rule/alert-rule.ts';
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
            url: textOrReference('The address. https, or http on this machine. A reference if it contains a token'),
            secrets: Type.Array(reference, {
              minItems: 1,
              maxItems: 5,
              description: 'Where the secrets are (whsec_…) that sign the requests. Two while one is replaced',
            }),
          },
          { ...closed, description: 'One receiver' },
        ),
        {
          ...closed,
          description: 'The receivers of alerts, by a name of your own',
          'x-names': 'a name of letters, digits, - and _',
        },
      ),
    ),
    rules: Type.Array(
      Type.Object(
        {
          jobs: text('The jobs, by name; * stands for any characters'),
          on: Type.Optional(reasons('What opens an alert. The default is failed, partial, unknown, stale and missed')),
          after: Type.Optional(count('How many runs in a row must be bad before an alert opens. The default is 1')),
          recover: Type.Optional(count('How many runs in a row must be good before it closes. The default is 2')),
          settle: Type.Optional(
            duration('It also closes when nothing was bad for so long after a good run. The default is 2h.'),
          ),
          webhooks: Type.Optional(
            Type.Array(Type.String(), { description: 'The names of the webhooks that hear of it. The default is all' }),
          ),
        },
        { ...closed, description: 'What is watched of some jobs' },
      ),
      { minItems: 1, description: 'The first rule that names a job applies to it. A job without one is not watched' },
    ),
    silences: Type.Optional(
      Type.Array(
        Type.Object(
          {
            jobs: text('The jobs, by name; * stands for any characters'),
            on: Type.Optional(reasons('Only alerts for these reasons')),
            until: text('When it ends, such as 2026-12-24T18:00:00Z'),
            reason: Type.Optional(text('A note for people')),
          },
          { ...closed, description: 'A time in which alerts are not told' },
        ),
        { description: 'Times in which alerts are not told. What is still open when one ends is told then' },
      ),
    ),
  },
  { ...closed, description: 'Who is told what about the jobs' },
);

/** `causes` of `syncline.yaml`. */
export const causes = Type.Array(
  Type.Object(
    {
      origin: text('Where the cause is, such as source, destination, network, credential, configuration or service'),
      type: Type.Optional(text('What kind of cause it is, such as timeout or schema')),
      contains: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        minItems: 1,
        description: 'Texts of which the failure has at least one, in any case; * stands for any characters',
      }),
      jobs: Type.Optional(text('Only of these jobs, by name; * stands for any characters')),
      advice: Type.Optional(text('What to do about it')),
    },
    { ...closed, description: 'One cause of failures' },
  ),
  { description: 'The causes of failures. The first one that fits a failure counts' },
);
