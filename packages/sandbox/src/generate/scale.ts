import { ConfigError, ownOptions } from '@syncline/core/internal';

/**
 * How many records of each kind to generate.
 *
 * @example
 * createSandbox({ scale: { jobs: 500, history: 1_000_000 } });
 */
export interface Scale {
  readonly jobs: number;
  /** History records of ended runs. The simulation adds the active runs. */
  readonly history: number;
  readonly connectors: number;
  readonly workspaces: number;
  readonly transformations: number;
}

/** The scale of a sandbox without the `scale` option. */
export const defaultScale: Scale = { jobs: 36, history: 4000, connectors: 16, workspaces: 4, transformations: 10 };

const limits: Scale = {
  jobs: 100_000,
  history: 100_000_000,
  connectors: 100_000,
  workspaces: 10_000,
  transformations: 100_000,
};

/**
 * Checks a scale and fills in the default values.
 *
 * @throws ConfigError naming the part that is unknown, not a whole number, or out of range
 * @example
 * checkScale({ history: 1_000_000 }); // the other parts have their default values
 */
export function checkScale(input: Partial<Scale>): Scale {
  const scale = ownOptions(input, limits, 'scale');
  for (const [name, value] of Object.entries(scale)) {
    const max = limits[name as keyof Scale];
    if (!Number.isSafeInteger(value) || value < 0 || value > max)
      throw new ConfigError(`scale.${name}`, `must be a whole number from 0 to ${max}, found ${String(value)}`);
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
        throw new ConfigError(`scale.${part}`, `must be 0 without ${whole}, found ${full[part]}`);
      return checkScale({ ...scale, [part]: 0 });
    }
  }
  return full;
}
