import { expect, test } from 'vitest';
import { vocabularyFingerprint } from '../../src/environment/vocabulary-fingerprint.ts';

const history = { key: 'historyid', job: 'jobname', status: 'status', start: 'runstartdate' };
const outcomes = { succeeded: ['SUCCESS', 'OK'], failed: ['FAILED'] };
const fingerprint = vocabularyFingerprint({ outcomes, history });

test.each([
  ['the order of words', { outcomes: { ...outcomes, succeeded: ['OK', 'SUCCESS'] }, history }],
  ['the order of entries', { outcomes: { failed: ['FAILED'], succeeded: ['SUCCESS', 'OK'] }, history }],
  ['the limit of a page', { outcomes, history: { ...history, pageCap: 100 } }],
])('%s does not change the fingerprint', (_, config) => {
  expect(vocabularyFingerprint(config)).toBe(fingerprint);
});

test.each([
  ['a word that means something else', { outcomes: { succeeded: ['SUCCESS'], failed: ['FAILED', 'OK'] }, history }],
  ['another word', { outcomes: { ...outcomes, failed: ['FAILED', 'ERROR'] }, history }],
  ['another property', { outcomes, history: { ...history, start: 'startdate' } }],
  ['no outcomes', { history }],
])('%s changes the fingerprint', (_, config) => {
  expect(vocabularyFingerprint(config)).not.toBe(fingerprint);
});
