import { ConfigError } from '@syncline/core/internal';
import { alertKinds } from '@syncline/ops/alerts';
import { defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import { withAlerts } from './alerts.ts';

/** `syncline alerts close JOB`: closes an open alert by hand. The monitor notifies the receivers that know of it. */
export const alertsClose = defineCommand({
  name: 'alerts close',
  group: 'operators',
  summary: 'close an open alert of a job; its receivers are notified',
  arguments: { job: { text: 'the name of the job' } },
  options: {
    kind: {
      value: 'kind',
      text: 'what the alert is about (default: that of the only open alert of the job)',
      choices: alertKinds,
    },
  },
  examples: ['syncline alerts close Orders', 'syncline alerts close Orders --kind stale'],
  notes:
    'The receivers that were notified of the alert get a message: the command puts it into the outbox of the store, and ' +
    'a running monitor delivers it. If the job fails again, or for another reason, a new alert opens.',
  exitStatuses: { 0: 'the alert is closed', 1: 'the job has no such open alert', 3: 'the store cannot be used' },
  environment: {},
  isRecordable: false,
  async run({ job, kind: wanted }, context) {
    const { output } = context;
    return withAlerts(context, async (alerts) => {
      const open = (await alerts.list()).filter(
        (alert) => alert.status === 'open' && alert.job === job && (wanted === undefined || alert.kind === wanted),
      );
      const [alert, another] = open;
      if (another !== undefined)
        throw new ConfigError(
          '--kind',
          `must be one of ${open.map(({ kind }) => kind).join(', ')}, because the job has several open alerts`,
        );
      // Another process may have closed it in the meantime.
      if (alert === undefined || !(await alerts.close(job, alert.kind))) {
        output.note('The job has no such open alert. List them with `syncline alerts`.');
        return exitStatus.no;
      }
      const { receivers } = alert;
      output.note(
        receivers.length === 0
          ? 'Closed. Nobody was notified of the alert, so nobody is notified now.'
          : `Closed. The monitor notifies ${receivers.join(', ')}.`,
      );
      return exitStatus.yes;
    });
  },
});
