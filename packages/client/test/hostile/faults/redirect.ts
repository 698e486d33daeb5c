import type { Exchange, Faults } from '../fault.ts';
import { isRows, rows } from '../fault.ts';

const to = (status: number, location: (exchange: Exchange) => string) => (exchange: Exchange) =>
  exchange.json('', status, { location: location(exchange) });
const refused = { code: 'REDIRECT_REFUSED', requests: 1 } as const;
const codes = [301, 302, 303, 307, 308];
const once = (status: number) => (exchange: Exchange) =>
  exchange.count === 1 ? to(status, ({ own }) => `${own}/elsewhere`)(exchange) : exchange.json(rows);

/** Redirects. The suite also checks what the other origin received. */
export const redirectFaults: Faults = {
  ...Object.fromEntries(
    codes.map((status) => [
      `${status} to the same origin`,
      { serve: once(status), want: { data: isRows, requests: 2 } },
    ]),
  ),
  ...Object.fromEntries(
    codes.map((status) => [
      `${status} to another origin`,
      { serve: to(status, ({ other }) => `${other}/history`), want: refused },
    ]),
  ),
  ...Object.fromEntries(
    codes.map((status) => [
      `${status} of a query`,
      {
        serve: to(status, ({ own }) => `${own}/elsewhere`),
        call: 'query' as const,
        want: { code: 'REDIRECT_REFUSED', requests: 1 },
      },
    ]),
  ),
  'a relative redirect': {
    serve: (exchange) => (exchange.count === 1 ? to(302, () => 'elsewhere')(exchange) : exchange.json(rows)),
    want: { data: isRows, requests: 2 },
  },
  'five redirects': {
    serve: (exchange) =>
      exchange.count <= 5 ? to(302, ({ own, count }) => `${own}/${count}`)(exchange) : exchange.json(rows),
    want: { data: isRows, requests: 6 },
  },
  'a redirect loop': { serve: to(302, ({ own }) => `${own}/history`), want: { code: 'REDIRECT_REFUSED', requests: 6 } },
  'same origin, then another': {
    serve: (exchange) =>
      to(302, ({ own, other, count }) => (count === 1 ? `${own}/next` : `${other}/history`))(exchange),
    want: { code: 'REDIRECT_REFUSED', requests: 2 },
  },
  'a redirect to another port of this host': { serve: to(302, ({ other }) => `${other}/`), want: refused },
  'a redirect without a location': { serve: ({ json }) => json('', 302), want: refused },
  'a redirect to no address': { serve: to(302, () => 'http://[broken'), want: refused },
  'a redirect to a file': { serve: to(302, () => 'file:///etc/passwd'), want: refused },
  'a redirect to a script': { serve: to(302, () => 'javascript:alert(1)'), want: refused },
  'a redirect with a user name': { serve: to(302, ({ own }) => own.replace('//', '//eve:pw@')), want: refused },
  'a redirect without a scheme to another host': {
    serve: to(302, ({ other }) => other.replace('http:', '')),
    want: refused,
  },
  'a redirect that echoes the request to another origin': {
    serve: to(
      307,
      ({ other, request }) =>
        `${other}/?h=${encodeURIComponent(JSON.stringify(request.headers))}&u=${encodeURIComponent(request.url ?? '')}`,
    ),
    want: refused,
  },
  'an echo in the error': {
    serve: ({ json, request }) => {
      const seen = `${request.url} ${JSON.stringify(request.headers)}`;
      json({ error: { code: seen, message: decodeURIComponent(seen) } }, 400, { 'x-echo': encodeURIComponent(seen) });
    },
    want: { code: 'HTTP_ERROR', with: { status: 400 } },
  },
  'an echo in a value': {
    serve: ({ json, request }) =>
      json({
        JobName: 'a',
        Scheduled: `${request.headers.authorization} ${request.url} ${JSON.stringify(request.headers)}`,
      }),
    call: 'job',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'value' } },
  },
  'an echo inside a 200': {
    serve: ({ json, request }) => json({ error: { message: `${request.url} ${JSON.stringify(request.headers)}` } }),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'service-error' } },
  },
  'a job name that would break out': {
    serve: ({ json, request }) =>
      json({
        JobName: request.url?.endsWith("/jobs('x%27%27)%2Fhistory%3F(%27%27%0D%0Aa%3A%20b')") ? 'safe' : request.url,
      }),
    call: 'job',
    jobName: "x')/history?('\r\na: b",
    want: { data: (value) => (value as { JobName: string }).JobName === 'safe' },
  },
};
