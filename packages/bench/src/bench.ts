/**
 * `npm run bench -- [suite …] [--json file] [--rounds n] [--processes n] [--only name …] [--quick] [--full]` runs suites, prints
 * Markdown and writes JSON. `--only` can be repeated.
 */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { coresInUse } from './harness/cores-in-use.ts';
import { machine } from './harness/machine.ts';
import { cell, toMarkdown } from './harness/markdown.ts';
import { installPeers } from './harness/peers.ts';
import { runInProcesses } from './harness/processes.ts';
import { writeResults } from './harness/results.ts';
import type { SuiteResults } from './harness/results.ts';
import type { Suite, Table } from './harness/suite.ts';

const folder = new URL('suites/', import.meta.url);
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .sort();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '' },
    processes: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const unknown = positionals.filter((name) => !known.includes(name));
const rounds = values.rounds === '' ? (values.quick ? 3 : 9) : Number(values.rounds);
const processes = Number(values.processes);
const refusals = [
  unknown.length > 0 && `No suite is called ${unknown.join(', ')}. The suites are: ${known.join(', ')}.`,
  !(Number.isInteger(rounds) && rounds >= 1) && '--rounds must be a whole number of at least 1.',
  processes % 2 !== 1 && '--processes must be an odd whole number, so that there is a median.',
].filter((refusal) => refusal !== false);
if (refusals.length > 0) {
  console.error(refusals.join('\n'));
  process.exit(2);
}

// npm runs the script in its own folder. A path is relative to the user's folder.
const json = values.json === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', values.json);
const settings = {
  rounds,
  slotMs: values.quick ? 60 : 400,
  quick: values.quick,
  full: values.full,
  only: values.only,
};
const results: SuiteResults[] = [];
const failed: string[] = [];

async function run(name: string): Promise<void> {
  const { default: suite } = (await import(new URL(`${name}.ts`, folder).href)) as { default: Suite };
  if (suite.peers !== false) installPeers();
  console.log(`## ${suite.title}\n`);
  const result =
    processes === 1
      ? await measure(name, suite)
      : runInProcesses(name, processes, [
          '--rounds',
          String(rounds),
          ...(values.quick ? ['--quick'] : []),
          ...(values.full ? ['--full'] : []),
          ...values.only.flatMap((part) => ['--only', part]),
        ]);
  if (processes > 1) for (const table of result.tables) console.log(toMarkdown(table));
  console.log(`${name} took ${result.seconds} s.\n`);
  results.push(result);
  if (json !== undefined) writeResults(json, results);
}

/** Measures in this process, and prints each table as soon as it is complete. */
async function measure(name: string, suite: Suite): Promise<SuiteResults> {
  const inUse = await coresInUse(settings.quick ? 100 : 1000);
  const began = performance.now();
  const tables: Table[] = [];
  for await (const table of suite.run(settings)) {
    tables.push(table);
    console.log(toMarkdown(table));
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  return {
    name,
    title: suite.title,
    machine: machine(),
    coresInUse: inUse,
    rounds,
    quick: settings.quick,
    seconds,
    tables,
  };
}

for (const name of positionals.length > 0 ? positionals : known) {
  // A suite that fails does not affect the figures of the others.
  await run(name).catch((error: unknown) => {
    failed.push(name);
    console.error(`The suite ${name} failed:`, error, '\n');
  });
}
const { node, cpu, cores, date } = machine();
const busiest = Math.max(0, ...results.map((result) => result.coresInUse));
console.log(
  `Node ${node}, ${cpu} (${cores} cores), ${date}; other work used at most ${busiest.toFixed(2)} cores before each suite. Medians of ${rounds} interleaved rounds${processes > 1 ? `, and of ${processes} processes` : ''}; each ratio compares the samples of one round.`,
);
const goals = results.flatMap(({ name, tables }) =>
  tables.flatMap(({ title, goals }) => goals.map((goal) => ({ ...goal, where: `${name}, ${title}` }))),
);
console.log(`Goals met: ${goals.filter(({ met }) => met).length} of ${goals.length}.`);
for (const { where, text, measured } of goals.filter(({ met }) => !met))
  console.log(`- MISSED: ${text} (measured ${cell(measured)}; ${where})`);
const names = results.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.map(({ name }) => name)));
for (const part of values.only.filter((word) => !names.some((name) => name.includes(word)))) {
  console.error(`No contender has "${part}" in its name. Repeat --only to select several.`);
  process.exitCode = 2;
}
if (failed.length > 0) {
  console.error(`Suites failed: ${failed.join(', ')}. Their earlier results are unchanged.`);
  // A suite that failed has not closed its servers, which would keep this process open.
  process.exit(1);
}
