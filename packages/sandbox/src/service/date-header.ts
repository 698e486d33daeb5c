import type { SandboxResponse } from '../http/response.ts';
import type { Service } from '../http/service.ts';
import type { Clock } from '../time/clock.ts';

/** Adds the `Date` header with the time of the sandbox's clock, so that it matches the timestamps of the records. */
export function withDate(service: Service, clock: Pick<Clock, 'now'>): Service {
  let lastSecond = Number.NaN;
  let lastText = '';
  const dated = (response: SandboxResponse): SandboxResponse => {
    if (response.headers.date !== undefined) return response;
    const now = clock.now();
    const second = Math.floor(now.getTime() / 1000);
    if (second !== lastSecond) {
      lastText = now.toUTCString();
      lastSecond = second;
    }
    return { ...response, headers: { ...response.headers, date: lastText } };
  };
  return (request) => {
    const response = service(request);
    return response instanceof Promise ? response.then(dated) : dated(response);
  };
}
