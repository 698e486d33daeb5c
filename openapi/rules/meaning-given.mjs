/** Every field says what it means: the descriptions become the documentation of the types. */
export function meaningGiven() {
  return {
    SchemaProperties: {
      Schema(schema, { report, location, key }) {
        if (!schema.$ref && !schema.description?.trim())
          report({ message: `The field ${key} has no description.`, location: location.key() });
      },
    },
  };
}
