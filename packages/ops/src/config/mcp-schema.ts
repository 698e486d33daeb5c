import { Type } from '@sinclair/typebox';
import { closed, secret } from './schema-parts.ts';

const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, description });

/** `mcp` of `syncline.yaml`. */
export const mcp = Type.Object(
  {
    workspaces: Type.Optional(
      patterns('The workspaces that an assistant may see, by name; * matches any characters. The default is all'),
    ),
    jobs: Type.Optional(
      patterns('The jobs that an assistant may see, by name; * matches any characters. The default is all'),
    ),
    tasks: Type.Optional(
      Type.Array(
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
    ),
    environments: Type.Optional(
      patterns('The environments that it may compare, by name; * matches any characters. The default is all'),
    ),
    requestsPerMinute: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The maximum number of requests to the service per minute. The default is 300',
      }),
    ),
    token: Type.Optional(
      secret('The secret that clients send when the server runs with `--http`, with at least 16 characters'),
    ),
  },
  {
    ...closed,
    description: 'What the read-only MCP server shows to an assistant',
  },
);
