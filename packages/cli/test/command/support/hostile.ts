/** A text with everything that a terminal obeys: OSC 8, CSI, a C1 control, BEL, bidirectional controls, and new lines. */
export const hostile =
  'x\u001b]8;;http://evil\u0007click\u001b]8;;\u0007\u001b[2J\u009b31m\u202e\u2066\r\n\tforged\u001b[35mz';

/** Data whose every text is hostile. The names differ from each other. */
export function hostileData(version: string) {
  const at = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const names = ['Orders', 'Stock'].map((name) => `${name}${hostile}`);
  const jobs = names.map((JobName, index) => ({
    JobId: `j${index}${hostile}`,
    JobName,
    WorkspaceId: `w1`,
    WorkspaceName: hostile,
    Source: `${version}${hostile}`,
    Destination: `${version}${hostile}`,
    Scheduled: 'true',
    ScheduledCron: `${version}${hostile}`,
    NotifyEmailTo: hostile,
    PreJob: `password="${hostile}"`,
    [`Unknown${hostile}`]: `${version}${hostile}`,
  }));
  const history = names.flatMap((jobname, job) =>
    ['SUCCESS', 'FAILED', `odd${hostile}`, 'FAILED'].map((status, index) => ({
      historyid: `h${job}${index}${hostile}`,
      jobname,
      status,
      runstartdate: at(4 - index),
      runenddate: at(3.9 - index),
      connectorid: hostile,
      details: hostile,
      instanceid: hostile,
      error: status === 'SUCCESS' ? '' : `boom ${hostile}`,
    })),
  );
  return {
    jobs,
    history,
    workspaces: [
      {
        id: 'w1',
        name: hostile,
        connections: [{ id: 'c1', name: hostile, connector: hostile, error: hostile }],
        jobs: jobs.map(({ JobId: id, JobName: name }) => ({ id, name, connector: hostile, error: hostile })),
      },
    ],
  };
}

/** A response with a hostile error. */
export const hostileFault = {
  status: 403,
  contentType: 'application/json',
  text: JSON.stringify({ error: { code: `Bad${hostile}`, message: hostile } }),
} as const;
