import { type Inventory, readInventory, type ReadInventoryOptions } from '@syncline/jobs';
import type { Environment } from './environment.ts';
import { inventoryWithoutSecrets } from './without-secrets.ts';

/**
 * Reads the jobs of an environment with `readInventory`. The errors of jobs and connections do not contain the secrets of
 * the credentials.
 *
 * @param options - the clients of the environment that are used, and which jobs to read
 * @throws what `readInventory` throws
 */
export async function readJobs(
  { scrub }: Pick<Environment, 'scrub'>,
  options: ReadInventoryOptions,
): Promise<Inventory> {
  const inventory = await readInventory(options);
  return scrub === undefined ? inventory : inventoryWithoutSecrets(inventory, scrub);
}
