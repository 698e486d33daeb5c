import type { OpenRecord } from '../data/records.ts';
import { fieldRandom, hash } from '../random/random.ts';
import { destinations, sites, sources, type System } from './vocabulary.ts';

/** A connection that jobs read from or write to. */
export interface Connection {
  readonly id: string;
  readonly system: System;
  readonly direction: 'source' | 'destination';
  /** Index of its workspace. */
  readonly workspace: number;
  readonly error: string;
}

/**
 * Generates connections. Every fourth one is a destination. A connection name is unique and is used as the
 * `connectorid`.
 */
export function generateConnections(count: number, workspaces: number, seed: number): Connection[] {
  const uses = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const direction = index % 4 === 1 ? 'destination' : 'source';
    const systems = direction === 'source' ? sources : destinations;
    const system = systems[Math.floor(index / (direction === 'source' ? 4 / 3 : 4)) % systems.length]!;
    const base = `${system.name} ${sites[Math.floor(index / 4) % sites.length]}`;
    const use = (uses.get(base) ?? 0) + 1;
    uses.set(base, use);
    const id = use === 1 ? base : `${base} ${use}`;
    const failing = fieldRandom(seed, 'connection', index)('error').chance(0.08);
    const error = failing ? 'The access token has expired; sign in again.' : '';
    return { id, system, direction, workspace: index % workspaces, error } as const;
  });
}

/**
 * The connector record of a connection. Section 2.5 shows `connectorid` and `workspace`. The other fields are the
 * sandbox's own and cover every scalar type of JSON.
 */
export function connectorRecord(connection: Connection, workspace: string, nowMs: number): OpenRecord {
  return {
    connectorid: connection.id,
    workspace,
    provider: connection.system.kind,
    direction: connection.direction,
    port: connection.system.port,
    enabled: connection.error === '',
    lasttestedat: new Date(nowMs - (hash(connection.id) % 604_800) * 1000).toISOString(),
    error: connection.error === '' ? null : connection.error,
  };
}
