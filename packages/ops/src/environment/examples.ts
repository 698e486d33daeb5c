/** A service of an environment, as an error shows it. */
export const serviceExample =
  '{ url: https://sync.example.com, credential: { basic: { username: ada, password: { env: SYNC_PASSWORD } } } }';

/** The least that a configuration must have, as an error shows it. */
export const fileExample = `environments: { production: { odata: ${serviceExample} } }`;
