/**
 * How the functions of a package are called with options, by the name of the function, of a method
 * (`createTracker().tick`) or of an option with options of its own (`lintJobs.cron`). Each call gets the options of the
 * scenario and the ones that it is given.
 */
export type Scenarios = Readonly<Record<string, (more: object) => unknown>>;

/** The functions of a package that take no options, by the reason. */
export type WithoutOptions = Readonly<Record<string, readonly string[]>>;

/** A package's part of the table. */
export interface PackageOptions {
  readonly scenarios: Scenarios;
  readonly withoutOptions: WithoutOptions;
}
