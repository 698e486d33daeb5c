import { BASIC, BASIC_HEADERS, JSON_TYPE, ODATA, V2, type Exchange, type Vector } from './vector.ts';

const HTML = { 'content-type': 'text/html' };

function answered(
  title: string,
  on: 'odata' | 'v2',
  response: Exchange['response'],
  error: Readonly<Record<string, unknown>>,
): Vector {
  const [operation, args, url] =
    on === 'odata'
      ? (['getJob', { JobName: 'a' }, `${ODATA}/jobs('a')`] as const)
      : (['listJobStatus', { job_id: '1' }, `${V2}/v2/jobs/1/status`] as const);
  return {
    title: `${on}: ${title}`,
    operation,
    arguments: args,
    credential: BASIC,
    options: {},
    exchanges: [{ request: { method: 'GET', url, headers: BASIC_HEADERS, body: null }, response }],
    result: { error },
  };
}

export const errors: readonly Vector[] = [
  ...[400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 501, 502, 503, 504].flatMap((status) => [
    answered(
      `${status} with an error object`,
      'odata',
      { status, headers: JSON_TYPE, body: '{"error":{"code":"Some","message":"It failed."}}' },
      { code: 'HTTP_ERROR', interface: 'odata', status, serviceCode: 'Some', serviceMessage: 'It failed.' },
    ),
    answered(
      `${status} with an error object`,
      'v2',
      { status, headers: JSON_TYPE, body: '{"code":7,"message":"It failed.","error":"Some"}' },
      { code: 'HTTP_ERROR', interface: 'v2', status, serviceCode: 7, serviceMessage: 'It failed.' },
    ),
  ]),
  answered(
    '502 with a page of a proxy',
    'odata',
    { status: 502, headers: HTML, body: '<h1>Bad gateway</h1>' },
    { code: 'HTTP_ERROR', status: 502 },
  ),
  answered('401 with nothing', 'odata', { status: 401, headers: {}, body: '' }, { code: 'HTTP_ERROR', status: 401 }),
  answered(
    '404 with JSON that is no error object',
    'v2',
    { status: 404, headers: JSON_TYPE, body: '[]' },
    { code: 'HTTP_ERROR', status: 404 },
  ),
  ...(['odata', 'v2'] as const).flatMap((on) => [
    answered(
      '200 with a page',
      on,
      { status: 200, headers: HTML, body: '<p>Sign in</p>' },
      { code: 'RESPONSE_FORMAT', reason: 'content-type' },
    ),
    answered(
      '200 with nothing',
      on,
      { status: 200, headers: JSON_TYPE, body: '' },
      { code: 'RESPONSE_FORMAT', reason: 'empty' },
    ),
    answered(
      '200 with half of its JSON',
      on,
      { status: 200, headers: JSON_TYPE, body: '{"JobName":"a"' },
      { code: 'RESPONSE_FORMAT', reason: 'json' },
    ),
    answered(
      '200 with a number',
      on,
      { status: 200, headers: JSON_TYPE, body: '5' },
      { code: 'RESPONSE_FORMAT', reason: 'shape' },
    ),
  ]),
  answered(
    '200 with an error object',
    'odata',
    { status: 200, headers: JSON_TYPE, body: '{"error":{"code":"Some","message":"It failed."}}' },
    { code: 'RESPONSE_FORMAT', reason: 'service-error' },
  ),
  answered(
    'a redirect to another host',
    'odata',
    { status: 302, headers: { location: 'https://elsewhere.invalid/x' }, body: '' },
    { code: 'REDIRECT_REFUSED' },
  ),
  answered(
    'a redirect of a v2 call to another host',
    'v2',
    { status: 307, headers: { location: 'https://elsewhere.invalid/x' }, body: '' },
    { code: 'REDIRECT_REFUSED' },
  ),
];
