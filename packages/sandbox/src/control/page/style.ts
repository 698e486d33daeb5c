/**
 * Styles of the control page: one accent color, a light and a dark theme that follow the system, and a contrast of at
 * least 4.5.
 */
export const style = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f7f9, #111418);
  --card: light-dark(#ffffff, #1a1e24);
  --ink: light-dark(#1b2330, #e7ebf1);
  --soft: light-dark(#566072, #9aa6b7);
  --line: light-dark(#dde2ea, #2c333d);
  --accent: light-dark(#1f5fd0, #7fb0ff);
  --on-accent: light-dark(#ffffff, #0c1522);
  --good: light-dark(#17693c, #6fd39a);
  --warn: light-dark(#8a5200, #f0b45e);
  --bad: light-dark(#b3261e, #ff8f87);
  --tint: light-dark(#eef3fc, #202b3b);
  font: 15px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); min-height: 100vh; padding: 1.25rem clamp(1rem, 3vw, 2.5rem) 2rem; max-width: 92rem; margin-inline: auto; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1.5rem; padding-bottom: 1rem; }
h1 { font-size: 1.35rem; font-weight: 650; letter-spacing: -.015em; margin-right: auto; }
h1 span { color: var(--soft); font-weight: 400; }
h2 { font-size: 1rem; font-weight: 650; }
.label { color: var(--soft); font-size: .85rem; margin-right: .25rem; }
time, .mono { font-family: ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', monospace; font-size: .86rem; font-variant-numeric: tabular-nums; }
.row { display: flex; gap: .4rem; align-items: center; flex-wrap: wrap; }
.spread { justify-content: space-between; }
main { display: grid; gap: 1.25rem; grid-template-columns: minmax(17rem, 21rem) minmax(0, 1fr); align-items: start; }
.side { display: grid; gap: 1.25rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.1rem 1.2rem 1.2rem; }
form { display: grid; gap: .75rem; margin-top: .8rem; }
label { display: grid; gap: .25rem; color: var(--soft); font-size: .85rem; min-width: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
select, input, button { font: inherit; font-size: .92rem; color: var(--ink); border: 1px solid light-dark(#8a94a5, #626d7d); border-radius: 8px; background: var(--card); padding: .42rem .6rem; min-height: 2.3rem; width: 100%; }
button { width: auto; cursor: pointer; font-weight: 550; border-color: var(--line); }
button:hover { border-color: var(--accent); color: var(--accent); }
form button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
form button:hover { color: var(--on-accent); filter: brightness(1.08); }
.quiet { background: none; color: var(--soft); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#message { position: fixed; inset: auto 0 1.2rem; width: fit-content; max-width: calc(100% - 2rem); margin-inline: auto; padding: .55rem 1rem; border-radius: 10px; background: var(--ink); color: var(--paper); font-size: .9rem; box-shadow: 0 4px 18px light-dark(#1b233033, #0008); }
#message:empty { padding: 0; box-shadow: none; }
#message.bad { background: light-dark(#b3261e, #ffb4ad); color: light-dark(#ffffff, #3a0906); }
ul { list-style: none; padding: 0; margin-top: 1rem; display: grid; gap: .5rem; }
ul:empty { display: none; }
li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem .6rem; align-items: center; background: var(--tint); border-radius: 8px; padding: .5rem .5rem .5rem .75rem; }
li span { overflow-wrap: anywhere; }
li small { color: var(--soft); grid-column: 1; }
li button { grid-column: 2; grid-row: 1 / span 2; padding: .1rem .55rem; min-height: 1.9rem; background: none; border-color: transparent; color: var(--soft); }
#clear { margin-top: .6rem; }
.empty { color: var(--soft); font-size: .88rem; }
#no-rules { margin-top: 1rem; }
.content { display: grid; gap: 1.25rem; min-width: 0; }
.note { color: var(--soft); font-size: .88rem; margin-top: .35rem; }
code, pre { font-family: ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', monospace; font-size: .82rem; }
h3 { font-size: .92rem; font-weight: 650; }
h4, .detail h3 { font-size: .82rem; font-weight: 600; color: var(--soft); }
.small { min-height: 1.7rem; padding: .05rem .55rem; font-size: .8rem; flex: none; }
#service { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .85rem 1.2rem; }
#service[open] { padding-bottom: 1.2rem; }
summary { cursor: pointer; list-style: none; display: flex; gap: .2rem .7rem; align-items: baseline; flex-wrap: wrap; border-radius: 6px; }
summary::-webkit-details-marker { display: none; }
summary h2 { display: inline; }
summary h2::before { content: ''; display: inline-block; width: .42em; height: .42em; border: solid var(--soft); border-width: 0 2px 2px 0; rotate: -45deg; margin-right: .6em; vertical-align: .14em; }
[open] > summary h2::before { rotate: 45deg; }
#service section { background: none; border: 0; padding: 0; margin-top: 1.1rem; min-width: 0; }
.lists { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0 2.6rem; }
.lists dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem 1.4rem; margin-top: .4rem; align-items: center; }
.lists dt { font-size: .88rem; line-height: 1.25; padding: .25rem 0; max-width: 11rem; }
.lists dt small { display: block; color: var(--soft); font-size: .78rem; }
.lists dd { display: flex; gap: .5rem; align-items: center; justify-content: space-between; min-width: 0; }
.lists dd code { overflow-wrap: anywhere; }
section[hidden] { display: none; }
#replaying { margin: 0 0 1rem; }
#calls { margin-top: .5rem; gap: .55rem; }
#calls li { display: block; background: none; padding: 0; }
.command { display: flex; gap: .5rem; align-items: center; background: var(--tint); border-radius: 8px; padding: .35rem .4rem .35rem .7rem; margin-top: .15rem; }
.command code { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.command button { background: var(--card); }
#filters { grid-template-columns: minmax(10rem, 1fr) minmax(8rem, 12rem) minmax(8rem, 11rem) auto; align-items: end; margin-top: .7rem; }
#filters button { background: none; border-color: var(--line); color: var(--soft); }
form[hidden] { display: none; }
.requests { padding-bottom: .4rem; }
.scroll { overflow: auto; max-height: max(24rem, calc(100vh - 13rem)); margin: .8rem -1.2rem 0; border-radius: 0 0 12px 12px; }
.scroll > .empty { padding: .4rem 1.2rem 1rem; }
.welcome { padding: .6rem 1.2rem 1.2rem; display: grid; gap: .6rem; max-width: 60rem; }
.welcome[hidden] { display: none; }
.welcome p { color: var(--soft); font-size: .92rem; max-width: 44rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .42rem .6rem; white-space: nowrap; vertical-align: baseline; font-size: .9rem; }
tbody { border-top: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: 1.2rem; }
th:last-child, td:last-child { padding-right: 1.2rem; }
th { position: sticky; top: 0; z-index: 1; background: var(--card); color: var(--soft); font-size: .8rem; font-weight: 550; }
tbody tr:first-child { cursor: pointer; }
tbody tr:first-child:hover { background: var(--tint); }
td.request { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; width: 60%; }
.open { display: block; position: relative; text-align: left; min-height: 0; padding: 0 0 0 1rem; border: 0; background: none; font-weight: 400; width: auto; border-radius: 4px; overflow-wrap: anywhere; }
.open:hover .method { text-decoration: underline; }
.open::before { content: ''; display: inline-block; width: .4em; height: .4em; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; rotate: -45deg; position: absolute; left: .1rem; top: .5em; }
.open[aria-expanded=true]::before { rotate: 45deg; }
.why { color: var(--warn); font-size: .84rem; line-height: 1.35; padding-left: 1rem; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.row-bad .why { color: var(--bad); }
.row-good .why { color: var(--soft); }
.method { font-weight: 650; margin-right: .4rem; }
.query { color: var(--soft); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); }
.good { color: var(--good); }
.warn { color: var(--warn); }
.bad { color: var(--bad); }
.status { font-weight: 600; font-variant-numeric: tabular-nums; }
.tag { border: 1px solid currentColor; border-radius: 99px; padding: 0 .45rem; font-size: .74rem; margin-left: .45rem; color: var(--warn); }
td.detail-cell { padding: 0 1.2rem .9rem; white-space: normal; }
.detail { display: grid; gap: .8rem; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1rem 1rem; min-width: 0; }
.callout { border-left: 3px solid var(--warn); background: var(--card); border-radius: 0 8px 8px 0; padding: .45rem .8rem; overflow-wrap: anywhere; }
.callout code { display: block; white-space: pre-wrap; margin-top: .25rem; color: var(--ink); }
.callout.fault { border-color: var(--accent); }
.callout.ignored { border-color: var(--line); }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.actions button { background: var(--card); font-size: .86rem; min-height: 2rem; padding: .2rem .75rem; }
.again[hidden] { display: none; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, max-content)); gap: .1rem 1.6rem; grid-auto-flow: row; }
.facts dt { color: var(--soft); font-size: .8rem; grid-row: 1; }
.facts dd { grid-row: 2; font-size: .88rem; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 1rem 1.6rem; }
.sides section { background: none; border: 0; border-radius: 0; padding: 0; min-width: 0; display: grid; gap: .35rem; align-content: start; }
.headers { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: .1rem 1rem; font-family: ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', monospace; font-size: .8rem; margin-bottom: .4rem; }
.headers dt { color: var(--soft); overflow-wrap: anywhere; }
.headers dd { overflow-wrap: anywhere; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .75rem; max-height: 22rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 72rem) { .wide { display: none; } }
@media (max-width: 68rem) { .lists { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 60rem) { main { grid-template-columns: minmax(0, 1fr); } .scroll { max-height: none; } h1 { width: 100%; } }
@media (max-width: 44rem) {
  #filters { grid-template-columns: 1fr 1fr; }
  #filters .grow { grid-column: 1 / -1; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  table, tbody, td.detail-cell, .detail-row { display: block; }
  tbody[hidden], table[hidden] { display: none; }
  tbody tr:first-child { display: grid; grid-template-columns: auto 1fr auto; gap: .1rem .7rem; padding: .5rem 1.2rem; align-items: baseline; }
  tbody tr:first-child td { padding: 0; }
  td.request { grid-column: 1 / -1; grid-row: 2; width: auto; min-width: 0; }
  td.operation { text-align: right; font-size: .84rem; }
  td.detail-cell { padding: 0 .6rem .7rem; }
  td.detail-cell:first-child { padding-left: .6rem; }
  .facts { grid-template-columns: max-content minmax(0, 1fr); }
  .facts dt, .facts dd { grid-row: auto; }
  .lists dl { grid-template-columns: minmax(0, 1fr); }
  .lists dd { padding-bottom: .35rem; }
  .headers { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .headers dd { padding-left: 1rem; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: border-color .12s, color .12s; } }
`;
