import { type LintRule, lintExample, lintRules, type RuleExample } from '@syncline/jobs';
import { code, prose, table, writePage } from './page.ts';

/** Writes the reference of the linter's rules, with a job that each rule finds and one that passes. */
export function writeLintRules(): void {
  const overview = lintRules.map(({ id, severity, offByDefault, title }) => [
    `[${code(id)}](#${id})`,
    severityTag(severity, offByDefault === true ? 'off' : ''),
    title,
  ]);
  writePage('reference/lint-rules.md', {
    title: 'Lint rules',
    description: `The ${lintRules.length} rules of the job linter: what each one finds, why, and how to fix it.`,
    body: [
      'For each job, a rule has one of three results: the job passes, there is a finding, or the rule was not checked because it needs information that is missing. A job never passes because information is missing. The defaults of the specification apply only to jobs that were read with all fields.',
      'The specification describes each field, but not how fields work together. If a rule infers an effect from several fields, the section “Reading” explains it.',
      '“off” marks rules that are off by default. [Checking jobs](/guides/checking-jobs/) shows how to configure rules and how to write your own.',
      table(['Rule', 'Severity', 'What it finds'], overview),
      ...lintRules.map(section),
    ].join('\n\n'),
  });
}

function section(rule: LintRule): string {
  const { id, title, severity, offByDefault, why, reading, fix, fields, example } = rule;
  if (example === undefined) throw new Error(`The rule ${id} of @syncline/jobs has no example. Add one.`);
  for (const [wanted, job] of [
    ['finding', example.finding],
    ['pass', example.pass],
  ] as const)
    if (lintExample(rule, job) !== wanted)
      throw new Error(`The example of the rule ${id} of @syncline/jobs is not a ${wanted}. Correct the example.`);
  return [
    `## ${id}`,
    `**${title}**: ${severityTag(severity, offByDefault === true ? 'off by default' : '')}`,
    prose(why),
    `**Reading.** ${prose(reading)}`,
    `**Fix.** ${prose(fix)}`,
    `**Fields.** ${fields.map(code).join(', ')}`,
    `<div class="rule-examples">\n<div>\n\nA finding:\n\n${show(example.finding)}\n\n</div>\n<div>\n\nNo finding:\n\n${show(example.pass)}\n\n</div>\n</div>`,
  ].join('\n\n');
}

const severityTag = (severity: string, note: string): string =>
  `<span class="severity ${severity}">${severity}</span>${note === '' ? '' : `, ${note}`}`;

/** What the rule sees: the job, and whatever else it needs. */
function show({ job, others, connections, error, settings }: RuleExample): string {
  const parts: Record<string, unknown> = { job, others, connections, error, settings };
  const { history } = settings ?? {};
  if (history !== undefined)
    parts['settings'] = {
      ...settings,
      history: `${history.runtimesOf({ name: '' })?.length} runs, each of ${(history.runtimesOf({ name: '' })?.[0] ?? 0) / 1000} s`,
    };
  const [[, only] = [], ...more] = Object.entries(parts).filter(([, value]) => value !== undefined);
  const shown = more.length === 0 ? only : parts;
  return `\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\``;
}
