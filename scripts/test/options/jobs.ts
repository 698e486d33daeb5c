import {
  compareSnapshots,
  createInventory,
  createSarifLog,
  historyOf,
  lintJobs,
  lintSteps,
  locateFindings,
  readInventory,
  takeSnapshot,
  toJUnit,
  toSarif,
} from '@syncline/jobs';
import type { PackageOptions } from './scenarios.ts';

const inventory = createInventory({
  jobs: [{ JobName: 'Nightly', Source: 'CRM', DropTable: 'true', HistoryMode: 'true' }],
  whole: true,
});
const report = lintJobs(inventory);
const snapshot = await takeSnapshot(inventory);
const other = await takeSnapshot(createInventory({ jobs: [{ JobName: 'Hourly' }], whole: true }));
const clients = {
  odata: { jobs: { get: (name: string) => Promise.resolve({ JobName: name }) } },
  v2: { workspaces: { list: () => Promise.resolve([{ id: 'w', jobs: [{ name: 'a' }] }]) } },
};
const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;

export const jobs: PackageOptions = {
  scenarios: {
    createInventory: (more) => createInventory({ jobs: [], whole: true, ...more }),
    readInventory: (more) => readInventory({ ...(clients as never as object), ...more }),
    lintJobs: (more) => lintJobs(inventory, more),
    lintSteps: (more) => lintSteps(inventory, more).next(),
    'lintJobs.cron': (more) => lintJobs(inventory, { cron: { ...cron, ...more } }),
    'lintJobs.rules': (more) => lintJobs(inventory, { rules: more as never }),
    historyOf: (more) => historyOf([{ job: 'a', start: 0, end: 1 }], { by: 'name', ...more }),
    compareSnapshots: (more) => compareSnapshots(snapshot, other, more),
    toJUnit: (more) => toJUnit(report, more),
    toSarif: (more) => toSarif(report, { snapshot, ...more }),
    locateFindings: (more) => locateFindings(report.findings, { snapshot, ...more }),
    createSarifLog: (more) => createSarifLog({ tool: { name: 'a' }, rules: [], results: [], ...more }),
  },
  withoutOptions: {
    'takes conditions or their results': ['allOf', 'anyOf', 'not', 'finding', 'findingIf', 'notChecked'],
    'takes a rule and its example': ['lintExample'],
    'takes a snapshot, its files, or an inventory': ['parseSnapshot', 'readSnapshot', 'takeSnapshot', 'writeSnapshot'],
    'takes a name and suites': ['printJUnit'],
  },
};
