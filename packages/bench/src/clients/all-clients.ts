import { callsByHand } from './by-hand.ts';
import type { ClientContender } from './client.ts';
import { generatedClients } from './generated.ts';
import { kiotaClient } from './kiota.ts';
import { plainClients } from './plain.ts';
import { synclineClients } from './syncline.ts';

/** Every client of the suite `request`, in the order of its tables. */
export const allClients: readonly ClientContender[] = [
  ...plainClients,
  ...generatedClients,
  kiotaClient,
  ...callsByHand,
  ...synclineClients,
];
