/**
 * `x-shown` or `x-secret` decides for each field of a record whether programs show its value, if it does for one of them: a new
 * field of such a record is never shown by accident. `x-secret`, `x-shown`, `x-connection` and `x-volatile` have one of their values.
 */
export function handlingDecided() {
  return {
    Schema(schema, { report, location }) {
      for (const [name, values] of Object.entries(VALUES)) {
        if (schema[name] !== undefined && !values.includes(schema[name]))
          report({ message: `${name} must be ${values.join(' or ')}.`, location: location.child(name) });
      }
      const fields = Object.entries(schema.properties ?? {});
      if (!fields.some(([, field]) => isDecided(field))) return;
      for (const [name, field] of fields) {
        const at = location.child('properties').child(name);
        if (!isDecided(field))
          report({
            message:
              `The field ${name} has no x-shown: write true if programs may show its value to anybody, false if it may be ` +
              'an address or a long text, or x-secret: true if it may be code or hold a password.',
            location: at.key(),
          });
        else if (field['x-secret'] !== undefined && field['x-shown'] !== undefined)
          report({ message: 'x-secret already says that the value is never shown: remove x-shown.', location: at });
      }
    },
  };
}

const VALUES = {
  'x-secret': [true],
  'x-shown': [true, false],
  'x-volatile': [true, 'environment'],
  'x-connection': [true],
};

const isDecided = (field) => field['x-secret'] !== undefined || field['x-shown'] !== undefined;
