const METHOD = /^(odata|v2|cloud)(\.[a-z][A-Za-z0-9]*)+$/;
const CREDENTIAL = /^[a-z][A-Za-z0-9]*$/;

/** Every operation names the call that sends it, in `x-call`. No two operations of a document name the same call. */
export function callGiven() {
  const seen = new Set();
  return {
    Operation(operation, { report, location }) {
      const given = operation['x-call'];
      if (given === undefined) {
        report({
          message: 'The operation has no x-call: name the call of a client that sends it, such as odata.jobs.get.',
          location: location.key(),
        });
        return;
      }
      const calls = [given].flat();
      const at = location.child('x-call');
      if (calls.length === 0) report({ message: 'x-call is empty: name at least one call.', location: at });
      for (const call of calls) {
        if (typeof call !== 'string' || !(METHOD.test(call) || CREDENTIAL.test(call)))
          report({
            message:
              `x-call has ${JSON.stringify(call)}: write a client's method (odata.jobs.get) ` +
              'or a credential (clientCredentials).',
            location: at,
          });
        else if (seen.has(call))
          report({ message: `x-call has ${call}, which another operation or entry already has.`, location: at });
        seen.add(call);
      }
    },
  };
}
