import { counted, wholePattern } from '@syncline/core/internal';
import { openStore } from '@syncline/ops';
import { type Alert, type Alerts, createAlerts } from '@syncline/ops/alerts';
import { type CommandContext, defineCommand, jobOption } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import type { Column } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';

const columns: readonly Column<Alert>[] = [
  {
    name: 'status',
    value: ({ status }) => status,
    style: ({ status }) => (status === 'open' ? 'red' : 'dim'),
  },
  { name: 'job', value: ({ job }) => job, minWidth: 12 },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'reason', value: ({ reason }) => reason },
  { name: 'opened', value: ({ openedAt }) => new Date(openedAt) },
  {
    name: 'receivers',
    value: ({ receivers }) => receivers,
    text: ({ receivers, isHeldBack }) => (isHeldBack ? 'held back' : receivers.join(', ') || 'none'),
    minWidth: 10,
  },
  {
    name: 'because',
    title: 'why',
    value: ({ because }) => because,
    text: ({ because }) => because.join('; '),
    minWidth: 16,
    isBroken: true,
  },
  {
    name: 'closed',
    value: ({ closedAt }) => (closedAt === undefined ? undefined : new Date(closedAt)),
    isExtra: true,
  },
  { name: 'ending', value: ({ ending }) => ending, isExtra: true },
  { name: 'held_back', value: ({ isHeldBack }) => isHeldBack, isExtra: true },
];

/** `syncline alerts`: the open alerts in the store, and the webhooks that were notified of each. It sends nothing. */
export const alerts = defineCommand({
  name: 'alerts',
  group: 'operators',
  summary: 'list the open alerts, and the webhooks that were notified of each',
  options: { job: jobOption, all: { text: 'also list alerts that are closed' } },
  formats: rowFormats,
  examples: ['syncline alerts', "syncline alerts --all --job 'Orders*' --json"],
  notes:
    'The alerts are in the store of the configuration, where `syncline monitor` keeps them. Receivers that are held back ' +
    'were not notified, because of a silence or a pause. The field ending says why an alert is closed.',
  exitStatuses: { 0: 'the alerts were listed, whether or not one is open', 3: 'the store cannot be read' },
  environment: {},
  isRecordable: false,
  async run({ job, all }, context) {
    const isWanted = wholePattern(job ?? '*');
    const found = await withAlerts(context, (kept) => kept.list());
    const rows = found.filter((alert) => isWanted(alert.job) && (all === true || alert.status === 'open'));
    const closed = found.filter(({ status }) => status === 'closed').length;
    const more =
      all === true || closed === 0
        ? ''
        : ` ${counted(closed, 'alert')} ${closed === 1 ? 'is' : 'are'} closed; --all lists them.`;
    const empty = job === undefined ? `No alert is open.${more}` : 'No open alert matches.';
    await printRows(rows, { ...context.output, columns, empty });
    return exitStatus.yes;
  },
});

/**
 * Works on the alerts in the store of the configuration. Another process may have them open: a change is made again if it
 * was faster.
 */
export async function withAlerts<Result>(
  { environment, clock, output }: CommandContext,
  work: (alerts: Alerts) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(environment);
  try {
    const { alerts: settings = { rules: [] }, freshness, volume } = environment;
    return await work(createAlerts({ ...settings, freshness, volume, store, clock, log: output.note }));
  } finally {
    await store.close();
  }
}
