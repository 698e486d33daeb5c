/** One combination and its result. */
export interface Cell {
  readonly name: string;
  /** Milliseconds. */
  readonly took: number;
  /** The failure, or undefined if the combination passed. */
  readonly failure?: string;
  /** The reason why the combination was skipped on this machine. */
  readonly skipped?: string;
}

/** Tries one combination. A missing tool is reported as the reason to skip it. */
export async function tryCell(name: string, attempt: () => Promise<string | undefined>): Promise<Cell> {
  const begun = performance.now();
  try {
    const skipped = await attempt();
    const took = Math.round(performance.now() - begun);
    return skipped === undefined ? { name, took } : { name, took, skipped };
  } catch (error) {
    const { stderr, stdout, message } = error as { stderr?: string; stdout?: string; message: string };
    return {
      name,
      took: Math.round(performance.now() - begun),
      failure:
        [stdout, stderr, message]
          .find((text) => text?.trim())
          ?.trim()
          .slice(0, 1500) ?? 'no reason given',
    };
  }
}
