const SECTION = /^\d+(\.\d+)?$/;

/** Every operation, security scheme, named schema and field names the section of the specification that it comes from. */
export function sourceGiven() {
  const check = (node, { report, location }, what) => {
    if (node.$ref) return;
    const source = node['x-source'];
    if (source === undefined)
      report({ message: `${what} has no x-source: name the section it comes from.`, location: location.key() });
    else if (typeof source !== 'string' || !SECTION.test(source)) {
      report({
        message: `x-source must be a section number in quotes, such as '2.1'.`,
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

/** Whether a schema has a file of its own. An inline schema has the section of the schema around it. */
function isNamed({ location }) {
  return location.pointer === '#/' || location.pointer.startsWith('#/components/schemas/');
}
