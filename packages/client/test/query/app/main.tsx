import { apiKeyHeader } from '@syncline/auth';
import { createODataClient, isHttpError } from '@syncline/client';
import { odataQueries } from '@syncline/client/query';
import { allOf } from '@syncline/odata';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const odata = createODataClient({
  // The development server passes these requests to the service, and adds the key, which a page must not contain.
  baseUrl: `${location.origin}/odata`,
  credential: apiKeyHeader({ name: 'x-page', value: 'page' }),
});
const queries = odataQueries(odata);

function FailedRuns() {
  const [connector, setConnector] = useState<string>();
  const { data, error, isPending, refetch } = useQuery(
    queries.history.list({
      filter: (h) =>
        allOf(h.details.contains('Failed'), connector === undefined ? undefined : h.connectorid.eq(connector)),
      select: ['runstartdate', 'connectorid', 'details'],
      orderBy: 'runstartdate desc',
    }),
  );
  if (isPending) return <p>Loading…</p>;
  if (error)
    return <p role="alert">{isHttpError(error) ? `The service responded with ${error.status}` : error.message}</p>;
  return (
    <main>
      <h1>{data.length} failed runs</h1>
      <button type="button" onClick={() => void refetch()}>
        Refresh
      </button>
      <ul>
        {data.map((run) => (
          <li key={`${run.connectorid} ${run.runstartdate}`}>
            <button type="button" onClick={() => setConnector(run.connectorid)}>
              {run.connectorid}
            </button>
            <span>{run.details}</span>
          </li>
        ))}
      </ul>
    </main>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <FailedRuns />
    </QueryClientProvider>
  </StrictMode>,
);
