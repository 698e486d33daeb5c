import { ChangeDetectionStrategy, Component, provideZoneChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { apiKeyHeader } from '@syncline/auth';
import { createODataClient, type HistoryRecord, isHttpError } from '@syncline/client';

const odata = createODataClient({
  // The server of the page passes these requests to the service, and adds the key, which a page must not contain.
  baseUrl: `${location.origin}/odata`,
  credential: apiKeyHeader({ name: 'x-page', value: 'page' }),
});

@Component({
  selector: 'app-root',
  // zone.js then notices when the promises of the client settle, and the page shows what they bring.
  changeDetection: ChangeDetectionStrategy.Eager,
  template: `
    @if (problem) {
      <p role="alert">{{ problem }}</p>
    } @else if (runs) {
      <h1>{{ runs.length }} failed runs</h1>
      <button type="button" (click)="load()">Refresh</button>
      <ul>
        @for (run of runs; track $index) {
          <li>{{ run.connectorid }}: {{ run.details }}</li>
        }
      </ul>
    } @else {
      <p>Loading…</p>
    }
  `,
})
class FailedRuns {
  runs: HistoryRecord[] | undefined;
  problem = '';

  constructor() {
    void this.load();
  }

  async load(): Promise<void> {
    try {
      const runs: HistoryRecord[] = [];
      for await (const run of odata.history.stream({ filter: (h) => h.details.contains('Failed') })) runs.push(run);
      this.runs = runs;
    } catch (error) {
      this.problem = isHttpError(error) ? `The service responded with ${error.status}` : String(error);
    }
  }
}

void bootstrapApplication(FailedRuns, { providers: [provideZoneChangeDetection()] });
