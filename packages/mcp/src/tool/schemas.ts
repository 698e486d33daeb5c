import { type TProperties, type TSchema, Type } from '@sinclair/typebox';

// The tool list takes up context in every conversation, so a schema contains only what a model and a client need. The
// length of arguments is checked when they arrive.

/** The arguments of a tool. Unknown arguments are refused. */
export const input = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
export const text = Type.String();
export const whole = Type.Integer();
/** An argument or a fact that may be absent. */
export const optional = Type.Optional(text);
export const optionalWhole = Type.Optional(whole);
/** Names and values of any kind. */
export const record = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' });
/** Text of the service, by name. Each value is a string. */
export const untrusted = record;
/** One of several words. */
export const oneOf = <Word extends string>(words: readonly Word[]) => Type.Unsafe<Word>({ enum: words });

/** A result with a list. */
export const listOf = (name: string, row: TProperties, facts: TProperties = {}): TSchema =>
  Type.Object({
    ...facts,
    [name]: Type.Array(Type.Object({ ...row, untrusted })),
    next_cursor: optional,
  });

/** A result without a list. */
export const recordOf = (facts: TProperties): TSchema => Type.Object({ ...facts, untrusted });
