/** The style of the page: a light and a dark theme, widths from 360 pixels, and print. The contrast is at least 4.5. */
export const style = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f8f4, #0f1615);
  --card: light-dark(#ffffff, #161f1d);
  --ink: light-dark(#14211e, #edf1ee);
  --soft: light-dark(#55655f, #9dadA6);
  --line: light-dark(#e1e5dc, #283532);
  --faint: light-dark(#eef1ea, #1d2826);
  --accent: light-dark(#136353, #8fdccb);
  --good: light-dark(#3f9382, #39917f);
  --good-text: light-dark(#14614f, #7fd6c2);
  --good-tint: light-dark(#e0f0eb, #14342d);
  --bad: light-dark(#c2401f, #f2795a);
  --bad-text: light-dark(#a83417, #ff9f86);
  --bad-tint: light-dark(#fbe7e0, #3a1d15);
  --odd: light-dark(#d69a2d, #e0b35c);
  --odd-text: light-dark(#805406, #e8c27a);
  --odd-tint: light-dark(#faf0d8, #332814);
  --still: light-dark(#7b6f93, #a99bc4);
  --busy: light-dark(#2f6fc4, #74a9f2);
  --dim: light-dark(#7c8883, #87958f);
  --dim-text: light-dark(#4f5b57, #b4c0bb);
  --dim-tint: light-dark(#e9ece8, #25302d);
  font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  font-variant-numeric: tabular-nums;
  -webkit-text-size-adjust: 100%;
}
* { box-sizing: border-box; margin: 0; padding: 0; }
html { scroll-padding-top: 4.5rem; }
body { background: var(--paper); color: var(--ink); }
main, .top, footer { max-width: 76rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
ul, ol { list-style: none; }
code { font: .92em ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.off { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
.skip:focus { top: .5rem; }
[hidden] { display: none !important; }

.top { display: flex; align-items: center; gap: .3rem 1rem; flex-wrap: wrap; padding-block: 1.1rem .4rem; color: var(--soft); font-size: .9rem; }
.brand { display: flex; align-items: center; gap: .55rem; font-weight: 650; color: var(--ink); letter-spacing: -.01em; margin-right: auto; }
.brand svg { width: 1.5rem; height: 1.5rem; fill: none; stroke-width: 3.4; stroke-linecap: round; }
.brand .s1 { stroke: var(--good-text); } .brand .s2 { stroke: var(--good); } .brand .s3 { stroke: var(--odd); }
.place { padding: .12rem .6rem; border-radius: 99px; background: var(--dim-tint); color: var(--dim-text); font-weight: 600; overflow-wrap: anywhere; }

.headline { padding-block: 1.6rem 1rem !important; }
.answer { display: flex; gap: 1.1rem; align-items: flex-start; }
.answer > .mark { width: 3rem; height: 3rem; flex: none; margin-top: .1rem; }
h1 { font-size: clamp(1.7rem, 1.2rem + 2.4vw, 2.7rem); line-height: 1.12; letter-spacing: -.028em; font-weight: 720; text-wrap: balance; }
.answer p { color: var(--soft); margin-top: .45rem; text-wrap: pretty; }
.tiles { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: .75rem; margin-top: 1.6rem; }
.tiles a { display: block; height: 100%; padding: .85rem 1rem .9rem; border-radius: 12px; background: var(--card); border: 1px solid var(--line); text-decoration: none; color: var(--soft); font-size: .88rem; line-height: 1.35; }
.tiles a:hover { border-color: var(--accent); }
.tiles strong { display: block; font-size: 1.65rem; line-height: 1.25; font-weight: 680; letter-spacing: -.02em; color: var(--ink); }
.tiles .bad strong { color: var(--bad-text); } .tiles .odd strong { color: var(--odd-text); } .tiles .good strong { color: var(--good-text); }

.fleet { margin-top: .75rem; padding: 1rem 1.1rem .7rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.fleet figcaption { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; justify-content: space-between; font-size: .88rem; margin-bottom: .7rem; }
.fleet .title { font-weight: 650; }
.fleet > svg:not(.axis) { display: block; width: 100%; height: 6.5rem; border-bottom: 1px solid var(--line); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem .9rem; color: var(--soft); font-size: .85rem; font-weight: 400; }
.legend span { display: inline-flex; align-items: center; gap: .35rem; }
.swatch { width: .7rem; height: .7rem; flex: none; }
.axis { display: block; width: 100%; height: 1.15rem; fill: var(--soft); font-size: .74rem; overflow: visible; }

.succeeded { --c: var(--good); } .warned, .partial { --c: var(--odd); } .failed { --c: var(--bad); }
.cancelled { --c: var(--still); } .running { --c: var(--busy); } .unknown { --c: var(--dim); }
.pass { --c: var(--good); } .warn { --c: var(--odd); } .error { --c: var(--bad); }
.column { fill: var(--c); }
.bar { fill: var(--c); stroke: var(--c); stroke-width: 2px; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.grid { stroke: var(--line); stroke-width: 1px; vector-effect: non-scaling-stroke; fill: none; }
.mark { width: 1.15rem; height: 1.15rem; flex: none; }
.mark circle { fill: var(--c); }
.mark .line { fill: none; stroke: var(--card); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.with-mark { display: inline-flex; gap: .45rem; align-items: center; white-space: nowrap; }

.filter { position: sticky; top: 0; z-index: 5; background: var(--paper); border-block: 1px solid var(--line); margin-top: 1rem; }
.filter div { padding-block: .55rem; display: flex; gap: .6rem 1rem; align-items: center; flex-wrap: wrap; }
.filter input[type=search] { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--dim); border-radius: 9px; padding: .32rem .7rem; width: min(20rem, 100%); flex: 1 1 12rem; max-width: 24rem; }
.filter fieldset { display: flex; border: 0; gap: .3rem; }
.filter label.chip { cursor: pointer; padding: .3rem .75rem; border-radius: 99px; color: var(--soft); font-size: .9rem; }
.filter .chip:has(:checked) { background: var(--ink); color: var(--paper); }
.filter .chip:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.filter output { color: var(--soft); font-size: .88rem; margin-left: auto; }

[data-part] > section { padding-block: 2rem 1.2rem; }
[data-part] > section + section:not(#changes) { border-top: 1px solid var(--line); margin-top: 1.2rem; }
#changes { padding-top: .6rem; }
[data-part] > section > header { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: baseline; justify-content: space-between; margin-bottom: 1rem; }
h2 { font-size: 1.35rem; font-weight: 680; letter-spacing: -.018em; }
section header p { color: var(--soft); font-size: .9rem; max-width: 46rem; }
h3 { font-size: 1rem; font-weight: 640; letter-spacing: -.005em; overflow-wrap: anywhere; }
.empty { color: var(--soft); padding: .6rem 0; }

.lane-axis { padding: 0 5.4rem 0 22.95rem; }
.group .count { font-weight: 400; margin-left: .2rem; }
.group { font-size: .82rem; color: var(--soft); font-weight: 600; padding: .9rem .6rem .35rem; }
.lanes > li { content-visibility: auto; contain-intrinsic-size: auto 2.3rem; border-top: 1px solid var(--line); }
.lanes > li:last-child { border-bottom: 1px solid var(--line); }
.lanes summary { display: grid; grid-template-columns: 1.15rem minmax(0, 20rem) minmax(0, 1fr) 4.2rem; gap: .6rem; align-items: center; padding: .32rem .6rem; cursor: pointer; list-style: none; position: relative; }
.lanes summary::-webkit-details-marker { display: none; }
.lanes summary:hover, .lanes [open] > summary { background: var(--faint); }
.lanes .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 540; font-size: .94rem; }
.lanes [open] .name { white-space: normal; overflow-wrap: anywhere; }
.lanes .last { text-align: right; color: var(--soft); font-size: .85rem; white-space: nowrap; }
.lane-box { display: block; } .lane { display: block; width: 100%; height: 1.5rem; }
.job { padding: .7rem .6rem 1.1rem 2.4rem; background: var(--faint); }
.because { margin-bottom: .7rem; } .because li { padding-left: 1rem; position: relative; overflow-wrap: anywhere; }
.because li::before { content: ''; position: absolute; left: 0; top: .62em; width: .38rem; height: .38rem; border-radius: 50%; background: var(--dim); }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
caption { text-align: left; color: var(--soft); font-size: .85rem; padding-bottom: .35rem; }
th, td { text-align: left; padding: .42rem .9rem .42rem 0; border-top: 1px solid var(--line); vertical-align: top; font-weight: 400; }
thead th { color: var(--soft); font-size: .82rem; border: 0; white-space: nowrap; }
tbody th { font-weight: 540; overflow-wrap: anywhere; min-width: 9rem; }
.number { text-align: right; white-space: nowrap; } td time, .when { white-space: nowrap; }
.runs.scroll { max-height: 26rem; overflow: auto; } .runs thead th { position: sticky; top: 0; background: var(--faint); }
.runs p { display: flex; gap: .5rem; align-items: center; }
.words { min-width: 14rem; overflow-wrap: anywhere; unicode-bidi: plaintext; } .key { min-width: 9rem; }
.gauge-cell { min-width: 15rem; }
.gauge { display: block; width: 100%; height: .75rem; margin-top: .35rem; }
.gauge .track { fill: var(--dim-tint); } .gauge .age { fill: var(--c); }
.gauge .limit { stroke: var(--ink); stroke-width: 1.5px; vector-effect: non-scaling-stroke; }
.limits { color: var(--soft); font-size: .8rem; white-space: nowrap; }

.changes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: .75rem; }
.changes > li, .rules > li { display: flex; gap: .75rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1rem; min-width: 0; }
.changes > li > div, .rules > li > div { min-width: 0; flex: 1; }
.changes > li > .mark, .rules > li > .mark { margin-top: .2rem; }
.texts { color: var(--soft); font-size: .9rem; margin-top: .25rem; } .texts li { overflow-wrap: anywhere; }
.jobs { display: flex; flex-wrap: wrap; gap: .3rem; margin-top: .45rem; font-size: .85rem; }
.jobs li { background: var(--dim-tint); color: var(--dim-text); padding: .1rem .55rem; border-radius: 7px; overflow-wrap: anywhere; }
.jobs .times { white-space: nowrap; }
#failures, #freshness, #volume, #lint { content-visibility: auto; contain-intrinsic-size: auto 40rem; }
.more > summary { cursor: pointer; color: var(--accent); font-size: .88rem; margin-top: .5rem; width: fit-content; }
.more[open] > summary { margin-bottom: .4rem; }

.failure { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 20rem); gap: .2rem 1.6rem; padding: 1rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--c); border-radius: 4px 12px 12px 4px; margin-bottom: .6rem; }
.failure .message { font-weight: 560; overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: left; }
.failure .when { align-self: center; } .failure .when svg { display: block; width: 100%; height: 2.4rem; border-bottom: 1px solid var(--line); } .failure .who { grid-column: 1 / -1; }
.facts { color: var(--soft); font-size: .9rem; } .facts strong { color: var(--ink); font-weight: 640; }
.cause { font-size: .9rem; color: var(--odd-text); }
.print { font-size: .8rem; color: var(--dim-text); }

.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: .75rem; }
.chart { display: flex; flex-direction: column; justify-content: space-between; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1rem .7rem; min-width: 0; }
.chart p { color: var(--soft); font-size: .88rem; } .chart p strong { color: var(--odd-text); }
.chart svg { display: block; width: 100%; height: auto; margin-top: .5rem; overflow: visible; }
.band { fill: var(--good-tint); } .series { fill: none; stroke: var(--good); stroke-width: 1.4; stroke-linejoin: round; }
.dots { stroke: var(--good); stroke-width: 3.6; stroke-linecap: round; } .chart .odd { fill: var(--odd); stroke: var(--card); stroke-width: 1.2; }
.rules { display: grid; gap: .6rem; }

footer { color: var(--soft); font-size: .88rem; padding-block: 1.6rem 3rem; margin-top: 2rem; }
footer li { overflow-wrap: anywhere; } footer p + p, footer ul + p { margin-top: .4rem; }
#tip { position: fixed; z-index: 10; pointer-events: none; background: var(--ink); color: var(--paper); padding: .4rem .7rem; border-radius: 8px; font-size: .84rem; line-height: 1.4; max-width: min(24rem, calc(100vw - 1rem)); overflow-wrap: anywhere; white-space: pre-line; left: 0; top: 0; }
#state.lost { padding: .1rem .6rem; border-radius: 99px; background: var(--bad-tint); color: var(--bad-text); }

@media (max-width: 52rem) {
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .tiles li:first-child { grid-column: 1 / -1; }
  .lane-axis { display: none; }
  .axis text:nth-child(even) { display: none; }
  .lanes > li { contain-intrinsic-size: auto 4rem; }
  .lanes summary { grid-template-columns: 1.15rem minmax(0, 1fr) auto; gap: .15rem .6rem; padding: .5rem .25rem; }
  .lanes .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal; overflow-wrap: anywhere; }
  .lanes [open] .name { display: block; } .group { padding-inline: .25rem; }
  .lanes .lane-box { grid-column: 1 / -1; grid-row: 2; }
  .job { padding-inline: .5rem; }
  .failure { grid-template-columns: minmax(0, 1fr); } .failure .when { margin-top: .5rem; }
  .answer > .mark { width: 2.2rem; height: 2.2rem; }
  .filter output { display: none; }
  html { scroll-padding-top: 6.5rem; }
  #freshness thead { display: none; }
  #freshness tr { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(4.2rem, auto); column-gap: .9rem; padding-block: .5rem; border-top: 1px solid var(--line); }
  #freshness :is(th, td) { border: 0; padding: 0; min-width: 0; } #freshness td:nth-child(n + 4) { grid-column: 1 / -1; }
  #freshness td:nth-child(5):not(:empty)::before { content: 'Missed '; color: var(--soft); }
}
@media (scripting: none) { .filter { display: none; } }
@media print {
  :root { color-scheme: light; font-size: 10.5px; --paper: #fff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .filter, .skip, #state, #tip { display: none !important; }
  main, .top, footer { max-width: none; padding-inline: 0; }
  [data-part] > section { padding-block: 1rem .4rem; }
  .lanes > li, #failures, #freshness, #volume, #lint { content-visibility: visible; } .lanes > li, .failure, .chart, .rules > li, tr, .fleet { break-inside: avoid; }
  h2, .group, .lane-axis { break-after: avoid; }
  .lanes .name { display: block; white-space: normal; overflow-wrap: anywhere; } details:not([open]) .runs { display: none; }
  .lanes [data-result=error] > details::details-content, .lanes [data-result=unknown] > details::details-content { content-visibility: visible; }
  .scroll, .runs.scroll { overflow: visible; max-height: none; } a { color: inherit; text-decoration: none; }
}
@page { margin: 14mm; }
@media (forced-colors: active) { .bar, .column, .mark circle, .dots, .odd { forced-color-adjust: none; } }`;
