import { ConfigError, suggestion } from '@syncline/core/errors';

/** The names of an object's options. The compiler rejects a missing name and an extra one. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: unknown };

/**
 * Copies options into an object without a prototype, so that a polluted `Object.prototype` cannot set an option.
 *
 * @param place - the option that contains them, for error messages, such as `clock`. Empty for the options of the
 * sandbox itself
 * @throws ConfigError when they are not an object, or have an unknown name; the message suggests the most similar one
 */
export function ownOptions<Options extends object>(
  options: Options,
  names: OptionNames<NoInfer<Options>>,
  place = '',
): Options {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ConfigError(place === '' ? 'options' : place, 'must be an object');
  const own = Object.create(null) as Options;
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(names, name)) throw unknownOption(name, Object.keys(names), place);
    own[name as keyof Options] = options[name as keyof Options];
  }
  return own;
}

/** The error for a name that is not an option. */
export function unknownOption(name: string, names: readonly string[], place = ''): ConfigError {
  const shown = name.length > 60 ? `${name.slice(0, 57)}…` : name;
  const option = /^[A-Za-z_$][\w$-]*$/.test(name) ? shown : JSON.stringify(shown);
  return new ConfigError(place === '' ? option : `${place}.${option}`, `is not an option: ${suggestion(name, names)}`);
}
