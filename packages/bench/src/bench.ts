/** `npm run bench -- [suite …] [--json file] [--rounds n] [--quick]`: runs the suites, prints Markdown, writes JSON. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './harness/machine.ts';
import { toMarkdown } from './harness/markdown.ts';
import { installPeers } from './harness/peers.ts';
import { writeResults } from './harness/results.ts';
import type { SuiteResults } from './harness/results.ts';
import type { Suite, Table } from './harness/suite.ts';

const folder = new URL('suites/', import.meta.url);
const known = readdirSync(folder).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3)).sort();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !known.includes(name));
const rounds = values.rounds === '' ? (values.quick ? 3 : 9) : Number(values.rounds);
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(unknown.length > 0 ? `No suite is called ${unknown.join(', ')}. There are: ${known.join(', ')}.` : '--rounds wants a whole number from 1.');
  process.exit(2);
}

// npm runs the script in its folder; a path is meant from where the user stands.
const json = values.json === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', values.json);
const settings = { rounds, slotMs: values.quick ? 60 : 400, quick: values.quick };
const results: SuiteResults[] = [];
for (const name of positionals.length > 0 ? positionals : known) {
  const { default: suite } = (await import(new URL(`${name}.ts`, folder).href)) as { default: Suite };
  if (suite.peers !== false) installPeers();
  console.log(`## ${suite.title}\n`);
  const tables: Table[] = [];
  for await (const table of suite.run(settings)) {
    tables.push(table);
    console.log(toMarkdown(table));
  }
  results.push({ name, title: suite.title, machine: machine(), rounds, tables });
  if (json !== undefined) writeResults(json, results);
}
const { node, cpu, cores, date } = machine();
console.log(`Node ${node}, ${cpu} (${cores} cores), ${date}; median of ${rounds} interleaved rounds, ratios taken round by round.`);
const missed = results.flatMap(({ tables }) => tables.flatMap(({ goals }) => goals.filter(({ met }) => !met)));
if (missed.length > 0) console.log(`Goals missed: ${missed.length}.`);
