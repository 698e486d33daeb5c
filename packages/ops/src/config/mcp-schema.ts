import { Type } from '@sinclair/typebox';
import { closed, reference } from './schema-parts.ts';

const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, description });

/** `mcp` of `syncline.yaml`. */
export const mcp = Type.Object(
  {
    workspaces: Type.Optional(
      patterns('The workspaces that an assistant may see, by name; * stands for any characters. The default is all'),
    ),
    jobs: Type.Optional(
      patterns('The jobs that an assistant may see, by name; * stands for any characters. The default is all'),
    ),
    tasks: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[^/]+/[^/]+$',
          'x-rule': 'must be the ids of a transformation and of its task, such as 7/1; * stands for any characters',
        }),
        {
          minItems: 1,
          description:
            'The tasks whose history it may see: TRANSFORMATION/TASK, by their ids; * stands for any characters. The default is all, or none if workspaces or jobs are limited',
        },
      ),
    ),
    environments: Type.Optional(
      patterns('The environments that it may compare, by name; * stands for any characters. The default is all'),
    ),
    requestsPerMinute: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The most requests to the service in a minute. The default is 300',
      }),
    ),
    token: Type.Optional(reference),
  },
  {
    ...closed,
    description:
      'What the read-only MCP server shows to an assistant. token is the secret of its clients over HTTP, of at least 16 characters',
  },
);
