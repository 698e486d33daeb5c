import { createSandbox } from '@syncline/sandbox';
import { basic } from '@syncline/auth';
import { createODataClient, createV2Client } from '@syncline/client';
import { type Inventory, readInventory } from '../../src/index.ts';

/** The inventory of a generated world, read in process through both clients. */
export async function readWorld(seed: number): Promise<Inventory> {
  const sandbox = createSandbox({ seed, life: false });
  const { credentials, urls, fetch } = sandbox;
  const options = { credential: basic(credentials.basic), undecodable: 'keep', fetch } as const;
  try {
    return await readInventory({
      odata: createODataClient({ ...options, baseUrl: urls.odata }),
      v2: createV2Client({ ...options, baseUrl: urls.v2 }),
    });
  } finally {
    await sandbox.close();
  }
}

/** Returns numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
