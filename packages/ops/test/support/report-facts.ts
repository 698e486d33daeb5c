import type { ReportRun } from '../../src/report/report.ts';
import type { ReportFacts } from '../../src/report/create-report.ts';

export const hour = 3_600_000;
/** The time of the reports. */
export const now = Date.parse('2026-03-02T12:00:00Z');

let count = 0;
/** A run that started some hours before the report and took ten minutes. */
export function run(hoursAgo: number, facts: Partial<ReportRun> = {}): ReportRun {
  const start = now - hoursAgo * hour;
  const end = facts.outcome === 'running' ? undefined : start + hour / 6;
  count += 1;
  return {
    key: `run-${count}`,
    job: 'Orders',
    outcome: 'succeeded',
    start,
    end,
    status: 'SUCCESS',
    error: '',
    ...facts,
  };
}

/** The facts of one week, with the runs in order of their start. */
export function facts(runs: readonly ReportRun[], others: Partial<ReportFacts> = {}): ReportFacts {
  const sorted = [...runs].sort((left, right) => left.start - right.start);
  return { environment: 'production', now, since: now - 168 * hour, runs: sorted, ...others };
}

/** Texts that would cause an effect if they became markup, a script or a policy. */
export const injections = [
  '<img src=x onerror=attacked=1>',
  '"><script>attacked=1</script>',
  "'><svg onload=attacked=1>",
  '</script><script>attacked=1</script>',
  '<!--<script>',
  ']]></style><style>*{display:none}</style>',
  '</title><iframe srcdoc="<script>parent.attacked=1</script>">',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=attacked=1>',
  'javascript:attacked=1',
  '${attacked=1}{{attacked=1}}<%attacked=1%>',
  '{"__proto__":{"attacked":1}}',
  '__proto__',
  'constructor',
  '<a href="javascript:attacked=1" style="position:fixed;inset:0">',
  '<template><b onclick=attacked=1></template><base href="//evil.example/">',
  '\u202eevil\u2066\u200b\u001b[2J\u0007',
  '\u2028attacked=1\u2029',
  '&lt;img src=x onerror=attacked=1&gt;&#60;b&#62;',
  '$& $1 $` \\u003cscript>',
  'ﬀ İ ß 日本語 𝒳 \ud800',
];
