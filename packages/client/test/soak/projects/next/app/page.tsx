import { failedRuns } from '../lib/sync';

// Next.js also finds this out from the first read. With this line, the build does not try.
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
