/**
 * Prism over the OData document, whose example of a job has the three fields. It is set up as `prism mock` does,
 * without its log.
 */
import odata from '@syncline/openapi/documents/odata.json' with { type: 'json' };
import { peer } from '../harness/peers.ts';
import { ready } from '../harness/server.ts';
import { onlyJob, selectedJob } from './records.ts';

interface Http {
  getHttpOperationsFromSpec(document: object): Promise<unknown[]>;
}
interface Server {
  createServer(operations: unknown[], options: object): { listen(port: number, host: string): Promise<string> };
}
interface Core {
  createLogger(name: string, options: object): object;
}

const document = structuredClone(odata) as object as {
  paths: Record<string, { get: { responses: Record<string, { content: Record<string, { examples: object }> }> } }>;
};
const answer = document.paths["/jobs('{JobName}')"]?.get.responses['200']?.content['application/json'];
if (answer === undefined) throw new Error('The OData document has no JSON response for getJob.');
answer.examples = { job: { value: selectedJob(onlyJob) } };

const [{ getHttpOperationsFromSpec }, { createServer }, { createLogger }] = await Promise.all([
  peer<Http>('@stoplight/prism-http'),
  peer<Server>('@stoplight/prism-http-server'),
  peer<Core>('@stoplight/prism-core'),
]);
const server = createServer(await getHttpOperationsFromSpec(document), {
  cors: true,
  config: {
    isProxy: false,
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    mock: { dynamic: false },
  },
  components: { logger: createLogger('bench', { level: 'silent' }) },
});
const address = await server.listen(0, '127.0.0.1');
ready({
  url: `${address}/jobs('${onlyJob}')?$select=JobName,Scheduled,Source`,
  headers: { 'x-acme-authtoken': 'any' },
});
