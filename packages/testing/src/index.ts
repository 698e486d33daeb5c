export { Crash, CrashPlan } from './crash.ts';
export { fastClock } from './fast-clock.ts';
export { importCopy } from './import-copy.ts';
export { createManualClock, ManualClock } from './manual-clock.ts';
export { eventually, gate, settled, whenClosed } from './turns.ts';
