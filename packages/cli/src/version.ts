import manifest from '../package.json' with { type: 'json' };

/** The version of this package. A build inlines it, so that a start reads one file fewer. */
export const version: string = manifest.version;
