import { ConfigError } from '../errors/config-error.ts';

/**
 * How much of everything is generated.
 *
 * @example
 * createSandbox({ scale: { jobs: 500, history: 1_000_000 } });
 */
export interface Scale {
  readonly jobs: number;
  /** History records of ended runs; the life of a sandbox adds those in flight. */
  readonly history: number;
  readonly connectors: number;
  readonly workspaces: number;
  readonly transformations: number;
}

/** What is generated where nothing else is asked for. */
export const defaultScale: Scale = { jobs: 36, history: 4000, connectors: 16, workspaces: 4, transformations: 10 };

const limits: Scale = {
  jobs: 100_000,
  history: 100_000_000,
  connectors: 100_000,
  workspaces: 10_000,
  transformations: 100_000,
};

/**
 * A scale with its gaps filled.
 *
 * @throws ConfigError naming the part that is unknown, not a whole number, or out of bounds
 * @example
 * checkScale({ history: 1_000_000 }); // the rest as by default
 */
export function checkScale(scale: Partial<Scale>): Scale {
  for (const [name, value] of Object.entries(scale)) {
    if (!Object.hasOwn(limits, name))
      throw new ConfigError('scale', `${JSON.stringify(name)} is no part of it (${Object.keys(limits).join(', ')})`);
    const most = limits[name as keyof Scale];
    if (!Number.isSafeInteger(value) || value < 0 || value > most)
      throw new ConfigError(`scale.${name}`, `${String(value)} is not a whole number from 0 to ${most}`);
  }
  const full = { ...defaultScale, ...scale };
  for (const [part, whole] of [
    ['history', 'jobs'],
    ['transformations', 'jobs'],
    ['transformations', 'workspaces'],
    ['jobs', 'workspaces'],
    ['jobs', 'connectors'],
    ['connectors', 'workspaces'],
  ] as const) {
    if (full[part] > 0 && full[whole] === 0) {
      if (scale[part] !== undefined)
        throw new ConfigError(`scale.${part}`, `${full[part]} needs at least one of ${whole}`);
      return checkScale({ ...scale, [part]: 0 });
    }
  }
  return full;
}
