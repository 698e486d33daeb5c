import { counted } from '@syncline/core/internal';
import { type Outcome, outcomes } from '@syncline/runs';
import { stringify } from 'yaml';
import { exceptionOf, type Fact, facts, type ProposedFreshness, type Word } from './propose.ts';

/** An interface of the service: its address, and the credential as `syncline.yaml` refers to it. */
export interface ServiceEntry {
  readonly url: string;
  readonly credential: object;
}

/** What is written into `syncline.yaml`. */
export interface ConfigFacts {
  readonly odata: ServiceEntry;
  readonly v2: ServiceEntry | undefined;
  /** How many records were read */
  readonly records: number;
  /** The properties with their reasons */
  readonly history: Readonly<Partial<Record<Fact, { readonly property: string; readonly why: string }>>>;
  readonly timeZone: string | undefined;
  readonly words: readonly Word[];
  readonly freshness: readonly ProposedFreshness[];
}

const schema = '# yaml-language-server: $schema=node_modules/@syncline/ops/syncline.schema.json';

/** The text of `syncline.yaml`, in block style, with the reason for each value as a comment. */
export function configText({ odata, v2, records, history, timeZone, words, freshness }: ConfigFacts): string {
  const services = stringify(
    { environments: { production: { odata, ...(v2 && { v2 }) } } },
    { lineWidth: 0, defaultStringType: 'PLAIN' },
  ).trimEnd();
  const historyLines = facts.flatMap((fact) => {
    const found = history[fact];
    return found === undefined ? [] : [`  ${fact}: ${scalar(found.property)} # ${found.why}`];
  });
  const wordLines = outcomes.flatMap((outcome) => linesOf(outcome, words));
  const undecided = words.filter(({ outcome }) => outcome === undefined);
  return `${[
    schema,
    `# Made by \`syncline init --ops\` from ${counted(records, 'record')} of the history. Check each line.`,
    services,
    '',
    '# The properties of a history record.',
    'history:',
    ...historyLines,
    ...(timeZone === undefined ? [] : [`  timeZone: ${scalar(timeZone)} # of timestamps without an offset`]),
    '',
    '# What the status words of the service mean. A run with any other word is unknown, and never counts as a success.',
    'outcomes:',
    ...wordLines,
    ...undecided.map(({ word, runs }) => `  # not decided: ${scalar(word)}, the status of ${counted(runs, 'run')}`),
    '',
    '# How old the data of a job may be. Each job uses the first entry that matches it.',
    ...(freshness.length === 0
      ? ['# freshness:', "#   - jobs: '*'", '#     warnAfter: 1d', '#     errorAfter: 2d']
      : ['freshness:', ...freshness.flatMap(policyLines)]),
    '',
    '# The monitor keeps the history of runs here.',
    'store:',
    '  sqlite: ./runs.db',
  ].join('\n')}\n`;
}

function linesOf(outcome: Outcome, words: readonly Word[]): readonly string[] {
  const ofOutcome = words.filter((word) => word.outcome === outcome);
  if (ofOutcome.length === 0) return [];
  const comment = (word: Word): string => [counted(word.runs, 'run'), exceptionOf(word)].filter(Boolean).join('; ');
  return [`  ${outcome}:`, ...ofOutcome.map((word) => `    - ${scalar(word.word)} # ${comment(word)}`)];
}

function policyLines({ jobs, warnAfter, errorAfter, why }: ProposedFreshness): readonly string[] {
  return [`  - jobs: ${scalar(jobs)} # ${why}`, `    warnAfter: ${warnAfter}`, `    errorAfter: ${errorAfter}`];
}

/** A text as YAML on one line. */
function scalar(text: string): string {
  return stringify(text, { lineWidth: 0, singleQuote: true, blockQuote: false }).trimEnd();
}
