import { createSandbox, type Sandbox } from '@syncline/sandbox';

/** Generated runs depend on the time of day. Goes back hour by hour until the last run of some job has failed. */
export async function sandboxWithFailure(): Promise<Sandbox> {
  for (let start = Date.now(); ; start -= 3_600_000) {
    const made = createSandbox({
      seed: 7,
      scale: { jobs: 12, history: 600 },
      clock: { start: new Date(start).toISOString() },
      life: false,
      edgeCases: false,
    });
    const { apiKey } = made.credentials;
    const response = await made.fetch(`${made.urls.odata}/history`, { headers: { [apiKey.headerName]: apiKey.value } });
    const { value: runs } = (await response.json()) as { readonly value: readonly Readonly<Record<string, string>>[] };
    const last = new Map(
      runs
        .toSorted((a, b) => Date.parse(a['runstartdate']!) - Date.parse(b['runstartdate']!))
        .map((run) => [run['jobname'], run]),
    );
    if ([...last.values()].some(({ status }) => status === 'FAILED')) return made;
    await made.close();
  }
}
