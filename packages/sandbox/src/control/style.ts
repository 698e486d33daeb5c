/** Looks of the control page: one accent, light and dark by the system's choice, contrast of 4.5 or more. */
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
.requests { padding-bottom: .4rem; }
.scroll { overflow: auto; max-height: calc(100vh - 11rem); margin: .8rem -1.2rem 0; border-radius: 0 0 12px 12px; }
.scroll .empty { padding: .4rem 1.2rem 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .42rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: baseline; font-size: .9rem; }
th:first-child, td:first-child { padding-left: 1.2rem; }
th:last-child, td:last-child { padding-right: 1.2rem; }
th { position: sticky; top: 0; background: var(--card); color: var(--soft); font-size: .8rem; font-weight: 550; }
tbody tr:last-child td { border-bottom: 0; }
td.request { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; }
.method { font-weight: 650; margin-right: .4rem; }
.query { color: var(--soft); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); }
.good { color: var(--good); }
.warn { color: var(--warn); }
.bad { color: var(--bad); }
.tag { border: 1px solid currentColor; border-radius: 99px; padding: 0 .45rem; font-size: .74rem; margin-left: .45rem; color: var(--warn); }
@media (max-width: 60rem) { main { grid-template-columns: minmax(0, 1fr); } .scroll { max-height: none; } .requests { order: -1; } h1 { width: 100%; } }
@media (max-width: 44rem) { .wide { display: none; } }
@media (prefers-reduced-motion: no-preference) { button { transition: border-color .12s, color .12s; } }
`;
