/** Every field has a description, because it becomes the documentation of the generated types. */
export function meaningGiven() {
  return {
    SchemaProperties: {
      Schema(schema, { report, location, key }) {
        if (!schema.$ref && !schema.description?.trim())
          report({ message: `The field ${key} has no description: add one.`, location: location.key() });
      },
    },
  };
}
