/**
 * The headers of a response, read by name in any letter case. Several of one name are joined as `Headers` joins them.
 */
export class ResponseHeaders {
  readonly #values: Readonly<Record<string, string | string[] | undefined>>;

  /** @param values - by lower-case name */
  constructor(values: Readonly<Record<string, string | string[] | undefined>>) {
    this.#values = values;
  }

  get(name: string): string | null {
    const lower = name.toLowerCase();
    const value = Object.hasOwn(this.#values, lower) ? this.#values[lower] : undefined;
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }
}
