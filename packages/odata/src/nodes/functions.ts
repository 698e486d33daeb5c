/**
 * The functions of section 4.1. This is the only list of them: an entry is a name, and the type of the literal that
 * the function takes after its property. The nodes, the parser, the error messages and the methods of the filter
 * builder are typed by it or read it, so a new entry does not compile until the builder and every compiler of filters
 * handle it.
 *
 * The comment of an entry becomes the documentation of the builder's method.
 */
export const functions = {
  /** True if the property starts with the text. */
  startswith: 'string',
  /** True if the property ends with the text. */
  endswith: 'string',
  /** True if the property contains the text. */
  contains: 'string',
} as const satisfies Readonly<Record<string, 'string'>>;

/** The name of a function, as a filter spells it. */
export type FunctionName = keyof typeof functions;

/** Every {@link FunctionName}. */
export const functionNames: readonly FunctionName[] = /* @__PURE__ */ Object.keys(functions) as FunctionName[];
