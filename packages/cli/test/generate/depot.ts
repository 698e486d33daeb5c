import type { Description } from '../../src/generate/model.ts';

const FLAG = { type: 'string', 'x-decode': 'boolean' };
const BIG = { type: 'integer', format: 'int64' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, type = 'application/json') => ({ description: 'Ok.', content: { [type]: { schema } } });
const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });

/** A document with features that our own descriptions do not use: inline records, choices, maps, forms and defaults. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Depot', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/parts/{partId}': {
      parameters: [
        { name: 'partId', in: 'path', required: true, schema: { type: 'string' } },
        { $ref: '#/components/parameters/Top' },
      ],
      get: {
        operationId: 'get-part',
        'x-call': ['depot.parts.get', 'depot.parts.watch'],
        'x-source': '4.2',
        'x-open-question': 'What is a part?',
        parameters: [query('$filter')],
        responses: {
          200: json(ref('Part'), 'application/vnd.depot+json; version=1'),
          404: json(ref('Failure')),
          default: json(ref('Part')),
        },
      },
      delete: {
        operationId: 'removePart',
        responses: { 204: { description: 'Gone.' }, default: json(ref('Failure')) },
      },
      post: {
        operationId: 'addPart',
        security: [{ login: [], key: [] }, { oauth: [] }],
        requestBody: {
          content: {
            'text/plain': { schema: { type: 'string' } },
            'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: {}, b: {} } } },
          },
        },
        responses: { '2XX': json({ type: 'array', items: ref('Part') }), 202: { description: 'Later.' } },
      },
    },
    '/stock': {
      get: {
        operationId: 'readStock',
        parameters: [query('$select')],
        responses: {
          200: json({
            type: 'object',
            properties: {
              value: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    open: FLAG,
                    shelf: { type: 'object', description: 'A shelf.', properties: { no: BIG } },
                  },
                },
              },
            },
          }),
        },
      },
      put: {
        operationId: 'writeStock',
        requestBody: { content: { 'application/xml': { schema: {} }, '*/*': { schema: ref('Part') } } },
        responses: {
          201: json({
            anyOf: [
              { type: 'array', items: ref('Part') },
              { type: 'object', properties: { value: { type: 'array', items: ref('Part') } } },
            ],
          }),
        },
      },
    },
    '/either': {
      get: {
        operationId: 'readEither',
        responses: {
          204: { description: 'None.' },
          '2XX': json({ oneOf: [ref('Part'), { type: 'object', properties: { big: BIG } }] }),
        },
      },
    },
    '/plain/{undeclared}': {
      get: {
        operationId: 'readPlain',
        security: [],
        responses: {
          200: json(ref('Plain')),
          500: json({ type: 'object', properties: { retry: FLAG } }),
        },
      },
    },
    '/elsewhere': {
      servers: [{ url: 'https://login.example.com' }],
      post: {
        operationId: 'askToken',
        requestBody: { content: { 'image/png': {}, 'text/csv': {} } },
        responses: { 200: json({ type: ['string', 'null'] }), 400: { description: 'No.' } },
      },
    },
  },
  components: {
    parameters: { Top: { name: 'top', in: 'query', schema: { type: 'integer' } } },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
      login: { type: 'http', scheme: 'Basic', 'x-open-question': ['Which users?', 'Why?'] },
      'some-key': { type: 'apiKey', in: 'query', name: 'k', 'x-not-shown': ['in', 'name'] },
      oauth: {
        type: 'oauth2',
        'x-authorization-url': '/login?a=1',
        flows: { clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: {} } },
      },
      connect: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example.com' },
    },
    schemas: {
      Part: {
        type: 'object',
        description: 'A part\nof the depot */.',
        'x-source': '4',
        required: ['id', 'open', 'count', 'kind', 'place', 'mix', 'mixed'],
        properties: {
          id: { type: 'string', format: 'date-time', 'x-shown': false, 'x-volatile': 'environment' },
          open: { type: ['string', 'null'], 'x-decode': 'boolean', default: 'TRUE', 'x-shown': true },
          count: { type: ['integer', 'null'], format: 'int32', default: 3 },
          size: { type: 'string', 'x-decode': 'integer', default: '5', enum: ['1', '5'] },
          rank: { type: 'string', 'x-decode': 'integer', default: '07' },
          weight: { ...BIG, 'x-secret': true, 'x-volatile': true },
          price: { 'x-connection': true, type: 'number', enum: [-1, 2.5] },
          kind: { type: ['string', 'null'], enum: ['new', "owner's", null], 'x-edm': 'Edm.Guid', 'x-source': '4.1' },
          'is-mixed': { enum: ['a', 1] },
          sure: { type: 'boolean', default: false, 'x-open-question': 'Always?' },
          place: ref('Place'),
          places: { type: 'array', items: ref('Place') },
          other: { oneOf: [ref('Place'), { type: 'null' }] },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          both: { allOf: [ref('Place'), { type: 'object', properties: { more: FLAG } }] },
          pair: { type: 'array', prefixItems: [{ type: 'string' }, BIG] },
          alias: ref('Alias'),
          any: {},
          mix: { type: ['integer', 'string', 'null'] },
          mixed: { type: ['string', 'integer', 'null'] },
          level: { type: 'string', enum: ['low', 'high'], nullable: true },
          two: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
          old: { type: 'string', deprecated: true, readOnly: true },
          empty: { type: 'object' },
          choice: { anyOf: [{ type: 'object', properties: { place: ref('Place'), at: { type: 'string' } } }, BIG] },
        },
      },
      Place: {
        type: 'object',
        properties: { aisle: BIG, rows: { type: 'array', items: { type: 'array', items: BIG } } },
      },
      Alias: ref('Flag'),
      Flag: { ...FLAG, description: 'Yes or no.' },
      Plain: { type: 'object', properties: { name: { type: 'string' }, at: { type: 'string', format: 'date' } } },
      Parts: { type: 'array', items: { type: 'object', properties: { plain: ref('Plain'), on: FLAG } } },
      Failure: { type: 'object', properties: { message: { type: 'string' } }, additionalProperties: true },
    },
  },
};

/** A document without components. */
const yard = {
  openapi: '3.1.0',
  info: { title: 'Yard', version: '1' },
  paths: { '/gates': { get: { operationId: 'readGates', responses: { 200: json({ type: 'string' }) } } } },
};

export const YARD: Description = {
  name: 'yard',
  file: 'yard.yaml',
  document: yard as unknown as Description['document'],
};

export const DEPOT: Description = {
  name: 'depot',
  file: 'depot.yaml',
  document: document as unknown as Description['document'],
};
