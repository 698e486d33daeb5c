import { createSandbox, type ListeningSandbox } from '@syncline/sandbox';

/** The input of the smoke suite: a service, and names that exist in it. */
export interface Service {
  readonly urls: ListeningSandbox['urls'];
  readonly credentials: ListeningSandbox['credentials'];
  readonly names: {
    readonly job: string;
    readonly jobId: string;
    readonly transformation: string;
    readonly task: string;
  };
}

/** A small service on a free loopback port. */
export async function startService(): Promise<Service & { close(): Promise<void> }> {
  const sandbox = await createSandbox({
    data: {
      jobs: [{ JobId: '1', JobName: "O'Brien/ö", Scheduled: 'true', RowVersion: 41 }],
      history: [{ runstartdate: '2026-03-01T02:00:00Z', connectorid: 'shop', details: 'done', instanceid: 'a1' }],
      connectors: [{ connectorid: 'shop', workspace: 'Sales' }],
      workspaces: [{ id: 'w1', name: 'Sales' }],
      jobStatus: { 1: [{ history_id: '1', status: 'done' }] },
      taskHistory: { 't1/k1': [{ task_id: 'k1', status: 'done' }] },
    },
  });
  const listening = await sandbox.listen({ port: 0 });
  return {
    urls: listening.urls,
    credentials: listening.credentials,
    names: { job: "O'Brien/ö", jobId: '1', transformation: 't1', task: 'k1' },
    close: async () => {
      await listening.close();
      await sandbox.close();
    },
  };
}
