const SECTION = /^\d+(\.\d+)?$/;

/** Every operation, security scheme, named schema and field says which section of the specification it comes from. */
export function sourceGiven() {
  const check = (node, { report, location }, what) => {
    if (node.$ref) return;
    const source = node['x-source'];
    if (source === undefined)
      report({ message: `${what} has no x-source: name the section it comes from.`, location: location.key() });
    else if (typeof source !== 'string' || !SECTION.test(source)) {
      report({
        message: `x-source is a section number in quotes, such as '2.1'.`,
        location: location.child('x-source'),
      });
    }
  };
  return {
    Operation: (operation, context) => check(operation, context, 'The operation'),
    SecurityScheme: (scheme, context) => check(scheme, context, 'The security scheme'),
    Schema(schema, context) {
      if (schema.properties && context.parent?.anyOf === undefined && isNamed(context))
        check(schema, context, 'The schema');
    },
    SchemaProperties: {
      Schema(schema, context) {
        check(schema, context, `The field ${context.key}`);
      },
    },
  };
}

/** A schema with a file of its own; inline ones are covered by what holds them. */
function isNamed({ location }) {
  return location.pointer === '#/' || location.pointer.startsWith('#/components/schemas/');
}
