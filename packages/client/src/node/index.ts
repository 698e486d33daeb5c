export { createNodeTransport } from './create-node-transport.ts';
export type { NodeTransport } from './create-node-transport.ts';
export type { NodeTransportOptions } from './node-transport-options.ts';
