import { afterAll, beforeAll, expect, test } from 'vitest';
import { GeneratedApi } from '../support/generated-api.ts';

const text = { type: 'string' };
const int64 = { type: 'integer', format: 'int64' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ description: 'Ok.', content: { 'application/json': { schema } } });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const post = (operationId: string, sent: object, received: object) => ({
  post: { operationId, requestBody: { required: true, ...json(sent) }, responses: { 200: json(received) } },
});

const document = {
  openapi: '3.1.0',
  info: { title: 'Directions', version: '1' },
  paths: {
    '/users': post('addUser', ref('User'), ref('User')),
    '/lists': post('addUsers', { type: 'array', items: ref('User') }, { type: 'array', items: ref('User') }),
    '/teams': post('addTeam', ref('Team'), ref('Team')),
    '/inline': post(
      'addInline',
      object(
        { id: { ...int64, readOnly: true }, secret: { ...text, writeOnly: true } },
        { required: ['id', 'secret'] },
      ),
      object(
        { id: { ...int64, readOnly: true }, secret: { ...text, writeOnly: true } },
        { required: ['id', 'secret'] },
      ),
    ),
    '/composed': post('addComposed', ref('Composed'), ref('Composed')),
    '/pets': post('addPet', ref('Pet'), ref('Pet')),
    '/logins': post('logIn', ref('Login'), ref('Plain')),
    '/maps': post('addMap', ref('Map'), ref('Map')),
    '/bodies': {
      post: {
        operationId: 'addNamed',
        requestBody: { $ref: '#/components/requestBodies/Named' },
        responses: { 200: { $ref: '#/components/responses/Named' } },
      },
    },
  },
  components: {
    requestBodies: { Named: { required: true, ...json(ref('User')) } },
    responses: { Named: json(ref('User')) },
    schemas: {
      Id: { ...int64, readOnly: true },
      User: object(
        {
          id: ref('Id'),
          created: { ...text, readOnly: true },
          name: text,
          password: { ...text, writeOnly: true },
          age: int64,
          friends: { type: 'array', items: ref('User') },
        },
        { required: ['id', 'name', 'password', 'created'] },
      ),
      Team: object(
        { lead: ref('User'), byName: object({}, { additionalProperties: ref('User') }) },
        { required: ['lead'] },
      ),
      Composed: { allOf: [ref('User'), object({ note: text })], required: ['age', 'id'] },
      Cat: object(
        { kind: { const: 'cat' }, id: ref('Id'), secret: { ...text, writeOnly: true } },
        { required: ['kind', 'id'] },
      ),
      Dog: object({ kind: { const: 'dog' } }, { required: ['kind'] }),
      Pet: {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: { propertyName: 'kind', mapping: { cat: ref('Cat').$ref, dog: ref('Dog').$ref } },
      },
      Login: object(
        { name: text, password: { ...text, writeOnly: true }, id: { ...text, readOnly: true } },
        { required: ['name', 'password', 'id'] },
      ),
      Map: object({ name: text }, { patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false }),
      Plain: object({ ok: { type: 'boolean' } }),
      PetRequest: object({ other: text }),
      Unused: object(
        { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true } },
        { required: ['id', 'secret'] },
      ),
    },
  },
};

let api: GeneratedApi;
beforeAll(async () => {
  api = await GeneratedApi.of(document);
});
afterAll(() => api.remove());

test('a request has what a program sends, and a response what the service sends', async () => {
  expect(
    await api.compile(`
  const user = await call('addUser', { body: { name: 'a', password: 'p', age: 2n ** 62n, friends: [{ name: 'b', password: 'q' }] } });
  user.id satisfies bigint;
  user.created satisfies string;
  user.friends?.[0]?.id satisfies bigint | undefined;
  // @ts-expect-error the service never sends it
  user.password;
  // @ts-expect-error the service sets it
  await call('addUser', { body: { id: 1, name: 'a', password: 'p' } });
  // @ts-expect-error the service needs it
  await call('addUser', { body: { name: 'a' } });
  // @ts-expect-error the service sets it, in a list of a field too
  await call('addUser', { body: { name: 'a', password: 'p', friends: [{ id: 1, name: 'b', password: 'q' }] } });
  (await call('addUsers', { body: [{ name: 'a', password: 'p' }] }))[0]?.id satisfies bigint | undefined;
  const team = await call('addTeam', { body: { lead: { name: 'a', password: 'p' }, byName: { b: { name: 'b', password: 'p' } } } });
  team.lead.id satisfies bigint;
  // @ts-expect-error the service never sends it
  team.lead.password;
  const inline = await call('addInline', { body: { secret: 's' } });
  inline.id satisfies bigint;
  // @ts-expect-error the service never sends it
  inline.secret;
  // @ts-expect-error the service sets it
  await call('addInline', { body: { id: 1, secret: 's' } });
  const composed = await call('addComposed', { body: { name: 'a', password: 'p', age: 1n, note: 'n' } });
  composed.age satisfies bigint;
  composed.id satisfies bigint;
  // @ts-expect-error its age is required
  await call('addComposed', { body: { name: 'a', password: 'p' } });
  // @ts-expect-error the service never sends it
  composed.password;
  const pet = await call('addPet', { body: { kind: 'cat', secret: 's' } });
  if (pet.kind === 'cat') pet.id satisfies number;
  // @ts-expect-error the service never sends it
  if (pet.kind === 'cat') pet.secret;
  // @ts-expect-error the service sets it
  await call('addPet', { body: { kind: 'cat', id: 1 } });
  (await call('logIn', { body: { name: 'a', password: 'p' } })).ok satisfies boolean | undefined;
  ({ name: 'a', password: 'p' }) satisfies ApiComponents['schemas']['Login'];
  const map = await call('addMap', { body: { name: 'a', 'x-other': 1 } });
  map.name satisfies string | undefined;
  map['x-other'] satisfies number | undefined;
  // @ts-expect-error neither
  await call('addMap', { body: { name: 'a', 'x-other': true } });
  (await call('addNamed', { body: { name: 'a', password: 'p' } })).id satisfies bigint;
  // @ts-expect-error the service sets it
  await call('addNamed', { body: { id: 1, name: 'a', password: 'p' } });
  ({ id: 'a', secret: 'b' }) satisfies Api.Unused;
  same<ApiComponents['schemas']['PetRequest'], { other?: string }>(true);

  const raw1 = await raw.POST('/users', { body: { name: 'a', password: 'p', age: 1n } });
  raw1.data?.id satisfies bigint | undefined;
  // @ts-expect-error the service never sends it
  raw1.data?.password;
  // @ts-expect-error the service needs it
  await raw.POST('/users', { body: { name: 'a' } });`),
  ).toBe('');
});

test('the fields are sent as they are, and what arrives is decoded', async () => {
  const { call, received } = await api.serve({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id":9007199254740993,"name":"a","created":"c","age":1}',
  });
  const body = { name: 'a', password: 'p', age: 2n ** 62n };
  expect(await call('addUser', { body })).toEqual({ id: 9007199254740993n, name: 'a', created: 'c', age: 1n });
  expect(String(received[0]?.body)).toBe(`{"name":"a","password":"p","age":${2n ** 62n}}`);
});

test('a document without such fields has no other schemas', async () => {
  const plain = await GeneratedApi.of({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': post('a', ref('A'), ref('A')) },
    components: { schemas: { A: object({ name: text }) } },
  });
  expect(plain.files.get('api.gen.ts')).not.toContain('ARequest');
  await plain.remove();
});

test('a schema in a header of a named response is received, too', async () => {
  const shared = await GeneratedApi.of({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/a': {
        post: {
          operationId: 'a',
          requestBody: json(ref('Shared')),
          responses: { 200: { $ref: '#/components/responses/Ok' } },
        },
      },
    },
    components: {
      headers: { Last: { schema: ref('Shared') } },
      responses: { Ok: { description: 'Ok.', headers: { last: { $ref: '#/components/headers/Last' } } } },
      schemas: { Shared: object({ id: { ...text, readOnly: true }, name: text }) },
    },
  });
  expect(shared.files.get('api.gen.ts')).toContain('SharedRequest');
  await shared.remove();
});
