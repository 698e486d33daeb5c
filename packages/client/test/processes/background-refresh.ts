/** Starts a background refresh that pauses between two attempts, and then does nothing more. */
import { clientCredentials, type TokenEvent } from '@syncline/auth';
import { systemClock } from '@syncline/core/internal';

let later = 0;
const events: TokenEvent[] = [];
let paused: () => void = () => {};
const pause = new Promise<void>((resolve) => (paused = resolve));
const credential = clientCredentials({
  authUrl: process.argv[2] as string,
  clientId: 'service',
  clientSecret: 'secret',
  clock: { ...systemClock, now: () => systemClock.now() + later },
  onEvent: (event) => {
    events.push(event);
    if (event.type === 'token_retry') queueMicrotask(paused);
  },
});
const apply = async () => credential.apply({ url: 'https://api.example', method: 'GET', headers: {} });
await apply();
later = 60_000;
await apply();
await pause;
const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
console.log(`${events.map(({ type }) => type).join(' ')}, ${timers.length} timers`);
