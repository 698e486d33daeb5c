import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createFile, sharedMode } from '@syncline/core/files';
import { cleanText, ConfigError, counted } from '@syncline/core/internal';
import { checkConfig } from '@syncline/ops';
import { outcomes } from '@syncline/runs';
import type { ProgramContext } from '../../command/define-command.ts';
import { type ExitStatus, exitStatus } from '../../command/exit-status.ts';
import { printTable } from '../../formats/print-table.ts';
import { configText } from './config-text.ts';
import {
  describeProperties,
  exceptionOf,
  type Fact,
  facts,
  needsTimeZone,
  type PropertyFacts,
  type Proposal,
  proposeFreshness,
  proposeHistory,
  proposeWords,
  type Records,
  requiredFacts,
  type Word,
} from './propose.ts';
import { readService, type ServiceSample } from './read-service.ts';

/** Options of `syncline init --ops`. */
export interface InitOpsOptions {
  readonly dir: string;
  readonly odata: string | true | undefined;
  readonly v2: string | true | undefined;
  readonly timeZone: string | undefined;
  /** Whether nothing is asked: what is proposed is taken, and what is undecided is left out */
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/** The properties that were chosen. */
type Chosen = Partial<Record<Fact, { readonly property: string; readonly why: string }>>;

/**
 * `syncline init --ops`: asks a service what its history looks like, proposes a configuration for the commands that
 * operate it, asks what cannot be known, and writes `syncline.yaml`.
 *
 * @param answer - called with the file when it is written
 */
export async function initOps(
  options: InitOpsOptions,
  context: ProgramContext,
  answer: (file: string) => Promise<void>,
): Promise<ExitStatus> {
  const { output, signal, variables } = context;
  const { odata, v2, yes } = options;
  if (output.format === 'json') throw new ConfigError('--json', 'cannot be used with --ops, which prints text');
  if (typeof odata !== 'string')
    throw new ConfigError(
      '--odata',
      'must be the address of the OData interface, such as https://sync.example.com/api.rsc',
    );
  const file = join(options.dir, 'syncline.yaml');
  if (!options.dryRun && existsSync(file))
    throw new ConfigError(file, 'exists already; move it away, or print a proposal with --dry-run');
  output.progress('Reading the history …');
  const sample = await readService({ odata, v2: typeof v2 === 'string' ? v2 : undefined }, variables, signal);
  output.progress('');
  const { records, jobs } = sample;
  if (records.length === 0) {
    output.note('The history is empty, so its properties are not known. Run a job, and try again.');
    return exitStatus.unknown;
  }
  const listed = jobs.size === 0 ? '' : ', and the list of jobs';
  output.write(`Read ${counted(records.length, 'record')} of the history${listed}. Nothing was changed.\n`);
  const ask = yes || options.dryRun ? undefined : output.ask;
  const properties = describeProperties(records);
  const proposals = proposeHistory(records, jobs);
  showProperties(properties, proposals, context);
  const history = await chooseProperties(proposals, properties, ask);
  const missing = requiredFacts.filter((fact) => history[fact] === undefined);
  if (missing.length > 0) {
    for (const fact of missing) output.note(`It is not known which property is the ${fact}: ${proposals[fact].why}.`);
    output.note('Run the command on a terminal without --yes to choose, or write `history` of syncline.yaml yourself.');
    return exitStatus.unknown;
  }
  const timeZone = await chooseTimeZone(options, records, history, ask);
  if (timeZone === null) {
    output.note('The times have no offset from UTC. Name their time zone, such as --time-zone Europe/Berlin.');
    return exitStatus.unknown;
  }
  const words = await chooseMeanings(
    proposeWords(records, history.status?.property ?? '', history.error?.property),
    ask,
    context,
  );
  const text = configText({
    ...sample,
    records: records.length,
    history,
    timeZone,
    words,
    freshness: proposeFreshness(startsOf(sample, history)),
  });
  const name = relative('.', file);
  const isAccepted = !options.dryRun && (yes || (ask !== undefined && isYes(await ask(`Write ${name}? [Y/n] `))));
  if (!isAccepted) {
    output.write(text);
    output.note('Nothing was written. To write this file without questions, add --yes.');
    return exitStatus.yes;
  }
  createFile(file, text, { mode: sharedMode });
  output.write(`Wrote ${name}.\n`);
  const checked = await checkConfig({ file, variables });
  if (!checked.ok) {
    output.note(checked.text);
    return exitStatus.badInput;
  }
  await answer(file);
  return exitStatus.yes;
}

const isYes = (answer: string): boolean => /^(y(es)?)?$/i.test(answer.trim());

/** The properties with examples, and what they are proposed as. */
function showProperties(
  properties: readonly PropertyFacts[],
  proposals: Readonly<Record<Fact, Proposal>>,
  { output }: ProgramContext,
): void {
  const factOf = new Map(facts.map((fact) => [proposals[fact].property, fact]));
  output.write(
    printTable(
      properties,
      [
        { name: 'property', value: ({ name }) => name, minWidth: 12 },
        { name: 'example', value: ({ examples: [example] }) => example, minWidth: 12 },
        { name: 'fact', title: 'used as', value: ({ name }) => factOf.get(name), style: () => 'bold' },
        {
          name: 'why',
          value: ({ name }) => {
            const fact = factOf.get(name);
            return fact && proposals[fact].why;
          },
          minWidth: 16,
          isBroken: true,
        },
      ],
      output.view,
    ),
  );
  output.write('');
}

type Ask = ((question: string) => Promise<string>) | undefined;

async function chooseProperties(
  proposals: Readonly<Record<Fact, Proposal>>,
  properties: readonly PropertyFacts[],
  ask: Ask,
): Promise<Chosen> {
  const chosen: Chosen = {};
  for (const fact of facts) {
    const { property, why, candidates } = proposals[fact];
    if (property !== undefined) chosen[fact] = { property, why };
    else if (ask !== undefined && requiredFacts.includes(fact)) {
      const names = (candidates.length > 0 ? candidates : properties.map(({ name }) => name)).slice(0, 12);
      for (;;) {
        const answer = (
          await ask(`Which property is the ${fact} of a run? (${names.map((name) => cleanText(name, 60)).join(', ')}) `)
        ).trim();
        if (answer === '') break;
        if (!properties.some(({ name }) => name === answer)) continue;
        chosen[fact] = { property: answer, why: 'chosen by you' };
        break;
      }
    }
  }
  return chosen;
}

/** The time zone of the times; undefined if they have offsets, null if it is not known. */
async function chooseTimeZone(
  { timeZone }: InitOpsOptions,
  records: Records,
  history: Chosen,
  ask: Ask,
): Promise<string | undefined | null> {
  const times = [history.start, history.end].flatMap((each) => (each === undefined ? [] : [each.property]));
  if (!times.some((property) => needsTimeZone(records, property))) return undefined;
  const answer =
    timeZone ?? (await ask?.('The times have no offset from UTC. In which time zone are they? (Europe/Berlin) '));
  return answer === undefined || answer.trim() === '' ? null : answer.trim();
}

/** Shows what the words probably mean, and asks about the others. */
async function chooseMeanings(words: readonly Word[], ask: Ask, { output }: ProgramContext): Promise<readonly Word[]> {
  const choices = outcomes.filter((outcome) => outcome !== 'unknown');
  const chosen: Word[] = [];
  for (const word of words) {
    let { outcome } = word;
    while (outcome === undefined && ask !== undefined) {
      const answer = (
        await ask(`What does the status "${cleanText(word.word, 60)}" mean? (${choices.join(', ')}; empty: undecided) `)
      ).trim();
      if (answer === '') break;
      outcome = choices.find((choice) => choice.startsWith(answer.toLowerCase()));
    }
    chosen.push({ ...word, outcome });
  }
  output.write(
    printTable(
      chosen,
      [
        { name: 'status', value: ({ word }) => word, minWidth: 12 },
        { name: 'runs', value: ({ runs }) => runs, align: 'right' },
        { name: 'means', value: ({ outcome }) => outcome ?? 'not decided: such a run is unknown' },
        { name: 'note', value: exceptionOf, minWidth: 16 },
      ],
      output.view,
    ),
  );
  output.write('');
  return chosen;
}

function startsOf({ records }: ServiceSample, { job, start }: Chosen): ReadonlyMap<string, readonly number[]> {
  const starts = new Map<string, number[]>();
  for (const record of records) {
    const [name, at] = [String(record[job?.property ?? '']), Date.parse(String(record[start?.property ?? '']))];
    if (Number.isNaN(at)) continue;
    const known = starts.get(name);
    if (known === undefined) starts.set(name, [at]);
    else known.push(at);
  }
  return starts;
}
