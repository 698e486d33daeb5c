import { onTestFinished } from 'vitest';
import { createNodeTransport, type NodeTransport, type NodeTransportOptions } from '../../src/node/index.ts';

/** A transport that is closed when its test is over. */
export const transportFor = (options?: NodeTransportOptions): NodeTransport => {
  const transport = createNodeTransport(options);
  onTestFinished(() => transport.close());
  return transport;
};

/** The chunks' total length, read one by one. */
export const drain = async (body: AsyncIterable<Uint8Array> | null): Promise<number> => {
  let length = 0;
  for await (const chunk of body ?? []) length += chunk.length;
  return length;
};
