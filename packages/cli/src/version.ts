import manifest from '../package.json' with { type: 'json' };

/** The version of this package. A build copies it, so that a start reads one file less. */
export const version: string = manifest.version;
