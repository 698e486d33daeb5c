import { jobPath, type Target } from './client.ts';

/** The bodies of the two responses that are measured. */
export interface Recorded {
  readonly job: Uint8Array<ArrayBuffer>;
  readonly history: Uint8Array<ArrayBuffer>;
}

/** Reads both responses once, for work that is measured without a network. */
export async function record({ url, jobName }: Target): Promise<Recorded> {
  const read = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer());
  return { job: await read(url + jobPath(jobName)), history: await read(`${url}/history`) };
}
