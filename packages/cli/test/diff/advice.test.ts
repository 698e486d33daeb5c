import { describe, expect, it } from 'vitest';
import { adviseOn, type Facts } from '../../src/diff/advice.ts';
import { type Change, highest } from '../../src/diff/change.ts';
import { packageBumps } from '../../src/diff/compare.ts';

const facts = { before: 'string', after: 'integer', operations: ['getJob', 'listJobs'], fields: ['Job.Source'] };
const none = { parameters: ['top', 'skip'], schemes: ['basic'], alternatives: [] };

describe('what a consumer has to do', () => {
  it.each<[Facts['topic'], string | null, Partial<Facts>?]>([
    ['document-removed', 'Remove this use: the service no longer offers `getJob`, `listJobs`.'],
    ['operation-removed', 'Remove this use: the service no longer offers `getJob`, `listJobs`.'],
    ['operation-renamed', 'Write the operationId `integer`. The methods of the clients keep their names.'],
    [
      'path-changed',
      'Update the @syncline packages. Write the path `integer` only where your code contains the old one.',
    ],
    ['parameter-removed', 'Stop sending `top`, `skip`.'],
    ['parameter-required', 'Send `top`, `skip` in this call.'],
    ['parameter-changed', 'Check the value that you send as `top`, `skip`.'],
    ['record-removed', 'Stop using the type `Job.Source`.'],
    ['field-renamed', 'Write `integer` instead of `string`.'],
    ['field-removed', 'Stop using `Job.Source`: the description no longer has it.'],
    ['field-type', 'Handle `integer` instead of `string`.'],
    ['field-type', 'Check how your code uses `Job.Source`.', { before: null }],
    ['field-type', 'Check how your code uses `Job.Source`.', { after: null }],
    ['field-type', 'Check how your code uses `Job.Source`.', { after: 'string' }],
    ['field-optional', 'Handle `undefined`: the service may leave out `Job.Source`.'],
    ['field-always', 'Nothing breaks. You can remove checks of `Job.Source` for `undefined`.'],
    ['field-values', 'Check code that uses these values of `Job.Source`.'],
    ['field-default', 'Check code that relies on the default of `Job.Source`.'],
    ['field-filter', 'Check the values that your filters compare with `Job.Source`.'],
    ['request-optional', 'Nothing breaks. You can leave out `Job.Source`.'],
    ['request-required', 'Send `Job.Source` in this call.'],
    ['scheme-removed', 'Remove this credential: the operations no longer accept it.'],
    ['scheme-removed', 'Use another credential: bearer, basic.', { alternatives: ['bearer', 'basic'] }],
    ['scheme-changed', 'Check the options of this credential: `basic` is sent differently.'],
    ['scheme-required', 'Create the client with a credential: bearer or basic.', { alternatives: ['bearer', 'basic'] }],
    ['field-limits', 'Check the values of `Job.Source`.'],
    ['deprecated', 'Stop using `Job.Source` before the service removes it.'],
    ['deprecated', 'Stop using `top`, `skip` before the service removes it.', { fields: [] }],
    ['deprecated', 'Stop using `getJob`, `listJobs` before the service removes it.', { fields: [], parameters: [] }],
    ['parameter-removed', 'Stop sending a body.', { parameters: [] }],
    ['request-required', 'Send a body in this call.', { fields: [] }],
    ['request-optional', 'Nothing breaks. You can leave out the body.', { fields: [] }],
    ['field-values', 'Compare this use with the new description.', { fields: [] }],
    ['field-limits', 'Compare this use with the new description.', { fields: [] }],
    ['field-default', 'Compare this use with the new description.', { fields: [] }],
    ['other', 'Compare this use with the new description.'],
    ['document-added', null],
    ['operation-added', null],
    ['parameter-added', null],
    ['record-added', null],
    ['field-added', null],
    ['scheme-added', null],
    ['documentation', null],
  ])('%s: %s', (topic, action, more) => expect(adviseOn({ ...facts, ...none, ...more, topic })).toBe(action));
});

describe('the bump of each package', () => {
  const calls = new Map([
    ['getJob', ['odata.jobs.get']],
    ['createToken', ['clientCredentials']],
    ['both', ['clientCredentials', 'cloud.query']],
  ]);
  const change = (bump: Change['bump'], ...operations: string[]) => ({ bump, operations }) as unknown as Change;

  it.each<[string, readonly Change[], object]>([
    ['nothing', [], {}],
    ['documentation of no operation', [change('patch')], { '@syncline/openapi': 'patch' }],
    [
      'an operation of a client',
      [change('minor', 'getJob'), change('major', 'getJob')],
      { '@syncline/openapi': 'major', '@syncline/client': 'major', '@syncline/sandbox': 'major' },
    ],
    [
      'the token request',
      [change('major', 'createToken'), change('patch')],
      { '@syncline/openapi': 'major', '@syncline/auth': 'major', '@syncline/sandbox': 'major' },
    ],
    [
      'an operation that is more than a credential, and one that no call sends',
      [change('minor', 'both'), change('patch', 'unknown')],
      { '@syncline/openapi': 'minor', '@syncline/client': 'minor', '@syncline/sandbox': 'minor' },
    ],
    [
      'both kinds',
      [change('major', 'createToken'), change('minor', 'getJob')],
      {
        '@syncline/openapi': 'major',
        '@syncline/auth': 'major',
        '@syncline/client': 'minor',
        '@syncline/sandbox': 'major',
      },
    ],
  ])('after a change of %s', (_, changes, bumps) => expect(packageBumps(changes, calls)).toEqual(bumps));

  it('is the highest of its changes', () => {
    expect(highest([])).toBe('none');
    expect(highest(['patch', 'none'])).toBe('patch');
    expect(highest(['minor', 'patch'])).toBe('minor');
    expect(highest(['patch', 'major', 'minor'])).toBe('major');
  });
});
