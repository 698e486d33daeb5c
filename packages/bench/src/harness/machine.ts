import { availableParallelism, cpus, totalmem } from 'node:os';

/** The properties of the machine that affect the figures. None of them identifies the machine or its owner. */
export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly date: string;
}

/** Describes the machine that runs this process. */
export function machine(now = new Date()): Machine {
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    date: now.toISOString().slice(0, 10),
  };
}
