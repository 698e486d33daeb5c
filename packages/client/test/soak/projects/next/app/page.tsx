import { failedRuns } from '../lib/sync';

// Without this, the build would write the page with the runs of that moment.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const runs = await failedRuns();
  return (
    <main>
      <h1>{`${runs.length} failed runs`}</h1>
      <ul>
        {runs.map((run) => (
          <li key={`${run.connectorid} ${run.runstartdate}`}>{`${run.connectorid}: ${run.details}`}</li>
        ))}
      </ul>
    </main>
  );
}
