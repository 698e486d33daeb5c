/**
 * The distances to the records that a linked record refers to. No step shares a factor with a round number of paths, so
 * that all records are connected.
 */
const steps = [7, 13, 31];

/**
 * An OpenAPI document with the given number of paths, each with an operation and a record of twelve fields. It is the
 * same every time. In a `linked` document, each record also refers to three others, as an order refers to its customer
 * and its lines.
 */
export function syntheticDocument(paths: number, { linked = false } = {}): object {
  const each = Array.from({ length: paths }, (_, index) => index);
  const property = (index: number): object =>
    [
      { type: 'string', description: `Text ${index}` },
      { type: 'integer', format: 'int64' },
      { type: 'boolean', default: false },
      { type: 'string', enum: ['days', 'weeks', 'months'] },
      { type: 'array', items: { type: 'string' } },
      { type: 'string', format: 'date-time' },
    ][index % 6] ?? {};
  const record = (index: number): object => ({
    type: 'object',
    description: `Record ${index}`,
    required: ['field0'],
    properties: {
      ...Object.fromEntries(Array.from({ length: 12 }, (_, field) => [`field${field}`, property(index + field)])),
      ...(linked
        ? Object.fromEntries(
            steps.map((step) => [`by${step}`, { $ref: `#/components/schemas/Record${(index * step + 1) % paths}` }]),
          )
        : {}),
    },
  });
  const operation = (index: number): object => ({
    operationId: `getRecord${index}`,
    summary: `Read record ${index}`,
    tags: ['Records'],
    security: [],
    parameters: [
      { name: 'id', in: 'path', required: true, description: 'The key', schema: { type: 'string' } },
      { name: 'filter', in: 'query', description: 'A filter', schema: { type: 'string' } },
    ],
    responses: {
      200: {
        description: 'The record',
        content: { 'application/json': { schema: { $ref: `#/components/schemas/Record${index}` } } },
      },
      '4XX': {
        description: 'A failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Synthetic',
      version: '1.0.0',
      description: 'Made for a benchmark',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://large.test' }],
    tags: [{ name: 'Records', description: 'All of them' }],
    paths: Object.fromEntries(each.map((index) => [`/records${index}/{id}`, { get: operation(index) }])),
    components: {
      schemas: {
        Failure: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } },
        ...Object.fromEntries(each.map((index) => [`Record${index}`, record(index)])),
      },
    },
  };
}
