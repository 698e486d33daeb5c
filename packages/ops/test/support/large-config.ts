/** An environment in one line, to which a test adds what it needs */
export const environments =
  'environments: { p: { odata: { url: https://a.example, credential: { basic: { username: a, password: { env: P } } } } } }';
export const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
