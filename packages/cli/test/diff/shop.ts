import type { Description } from '../../src/generate/model.ts';

const text = { type: 'string' };
const record = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object) => ({
  responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } },
});
const operation = (operationId: string, schema: object, more: object = {}) => ({
  get: { operationId, ...answer(schema), ...more },
});
const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: text, ...more });
const path = (name: string) => ({ name, in: 'path', required: true, schema: text });
const send = (name: string) => ({ requestBody: { content: { 'application/json': { schema: record(name) } } } });
const describe = (name: string, document: object): Description => ({
  name,
  file: `${name}.yaml`,
  document: { openapi: '3.1.0', info: { title: name, version: '1' }, ...document } as Description['document'],
});

/** A document of a shop. `AFTER` is a later version with many changes. */
export const BEFORE = describe('shop', {
  servers: [{ url: 'https://shop.example' }],
  security: [{ basic: [] }, { key: [] }],
  paths: {
    '/orders': {
      ...operation(
        'listOrders',
        { type: 'array', items: record('Order') },
        {
          'x-call': 'shop.orders.list',
          description: 'Lists orders.',
          parameters: [query('state'), { $ref: '#/components/parameters/Sort' }],
        },
      ),
      post: {
        operationId: 'createOrder',
        parameters: [query('part')],
        ...send('NewOrder'),
        ...answer(record('Order')),
      },
    },
    '/clerks': {
      ...operation('listClerks', record('Clerk'), {
        security: [{ token: [] }],
        deprecated: false,
        parameters: [query('top')],
      }),
      post: { operationId: 'createClerk', ...send('NewClerk'), ...answer(record('Clerk')) },
    },
    '/reports': operation('listReports', record('Report')),
    '/stock/{id}': operation('getStock', record('Stock'), { parameters: [path('id')] }),
    '/prices': operation('listPrices', record('Price')),
  },
  components: {
    parameters: { Sort: query('sort') },
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
      token: { type: 'apiKey', in: 'header', name: 'x-token', 'x-not-shown': ['name'] },
      vendor: { type: 'apiKey', in: 'header', name: 'x-vendor', 'x-name-template': 'x-{vendor}-a' },
    },
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'total'],
        properties: {
          id: text,
          total: { type: 'integer' },
          many: { type: 'integer' },
          open: { type: 'string' },
          place: { type: 'string', enum: ['here', 'there'] },
          unit: { type: 'string', default: 'day' },
          since: { type: 'string', 'x-edm': 'Edm.String' },
          lines: { type: 'array', items: text },
          clerk: record('Clerk'),
          note: { type: 'string', description: 'A note.' },
          old: text,
        },
      },
      NewOrder: { type: 'object', properties: { id: text, place: text } },
      NewClerk: { type: 'object', required: ['name'], properties: { name: text } },
      Clerk: { type: 'object', properties: { name: text, room: { type: 'integer' } } },
      Report: { type: 'object', properties: { rows: { type: 'integer', format: 'int64' } } },
      Stock: { type: 'object', properties: { left: { type: ['string', 'null'] }, right: { type: 'number' } } },
      Price: { type: 'object', required: ['net'], properties: { net: { type: 'number' }, gross: { type: 'number' } } },
    },
  },
});

export const AFTER = describe('shop', {
  servers: [{ url: 'https://shop.example' }],
  security: [{ basic: [] }, { key: [] }],
  paths: {
    '/orders': {
      ...operation(
        'listOrders',
        { type: 'array', items: record('Order') },
        {
          'x-call': 'shop.orders.list',
          description: 'Lists all orders.',
          parameters: [query('state', { deprecated: true }), { $ref: '#/components/parameters/Sort' }],
        },
      ),
      post: {
        operationId: 'createOrder',
        parameters: [query('section')],
        ...send('NewOrder'),
        ...answer(record('Order')),
      },
    },
    '/clerks': {
      ...operation('listClerks', record('Clerk'), { security: [{ token: [] }, { key: [] }], deprecated: true }),
      post: { operationId: 'createClerk', ...send('NewClerk'), ...answer(record('Clerk')) },
    },
    '/stocks/{id}': operation('getStock', record('Stock'), {
      parameters: [path('id'), query('shop', { required: true })],
    }),
    '/prices': operation('readPrices', record('Price'), { parameters: [query('page')] }),
    '/tills': operation('listTills', record('Till')),
  },
  components: {
    parameters: { Sort: query('sort', { required: true }) },
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'query', name: 'key' },
      token: { type: 'apiKey', in: 'header', name: 'x-shop-token' },
      vendor: { type: 'apiKey', in: 'header', name: 'x-vendor', 'x-name-template': 'x-{vendor}-b' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    schemas: {
      Order: {
        type: 'object',
        required: ['id'],
        properties: {
          id: text,
          total: { type: 'integer', format: 'int64' },
          many: { type: 'integer' },
          open: { type: 'string', 'x-decode': 'boolean' },
          place: { type: 'string', enum: ['here', 'there', 'away'] },
          unit: { type: 'string', default: 'hour' },
          since: { type: 'string', 'x-edm': 'Edm.DateTimeOffset' },
          lines: { type: 'array', items: { type: 'integer' } },
          clerk: record('Clerk'),
          note: { type: 'string', description: 'A short note.', deprecated: true },
          fresh: text,
        },
      },
      NewOrder: { type: 'object', required: ['place'], properties: { id: text, place: text } },
      NewClerk: { type: 'object', properties: { name: text } },
      Clerk: { type: 'object', required: ['name'], properties: { name: text, rooms: { type: 'integer' } } },
      Stock: { type: 'object', properties: { left: { type: 'string' }, right: { type: ['number', 'null'] } } },
      Price: { type: 'object', properties: { net: { type: 'number' }, gross: { type: 'number' } } },
      Till: { type: 'object', properties: { open: { type: 'boolean' } } },
    },
  },
});
