// The eight operations over HTTP through the installed packages, under every way to authenticate. Plain JavaScript without a test
// library, because it runs wherever the packages do: Node, Bun, Deno, workers and browsers.
import { apiKeyHeader, apiKeyQuery, basic, clientCredentials, personalAccessToken } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client, isConfigError, isHttpError } from '@syncline/client';

/** @param {{ urls: Record<string, string>, credentials: Record<string, Record<string, string>>, names: { job: string, transformation: string, task: string, jobId: string } }} service */
export async function smoke({ urls, credentials, names }) {
  const seen = [];
  const check = (title, condition) => {
    if (!condition) throw new Error(`failed: ${title}`);
    seen.push(title);
  };
  const { username, password } = credentials.basic;
  const odataCredentials = {
    basic: basic({ username, password }),
    'key in the header': apiKeyHeader({ name: credentials.apiKey.headerName, value: credentials.apiKey.value }),
    'key in the query': apiKeyQuery({ value: credentials.apiKey.value }),
  };
  for (const [title, credential] of Object.entries(odataCredentials)) {
    const odata = createODataClient({ baseUrl: urls.odata, credential });
    const job = await odata.jobs.get(names.job);
    check(`getJob, ${title}`, job.JobName === names.job && typeof job.Scheduled === 'boolean');
    check(`int64 is a bigint, ${title}`, typeof job.RowVersion === 'bigint');
    const history = await odata.history.list({
      filter: (h) => h.runstartdate.gt(new Date(0)),
      orderBy: 'runstartdate desc',
    });
    check(`listHistory, ${title}`, history.length > 0);
    check(`listConnectors, ${title}`, (await odata.connectors.list()).length > 0);
  }
  const odata = createODataClient({ baseUrl: urls.odata, credential: odataCredentials.basic });
  let streamed = 0;
  for await (const record of odata.history.stream()) streamed += record === undefined ? 0 : 1;
  check('listHistory, streamed', streamed > 0);

  const v2Credentials = {
    basic: basic({ username, password }),
    'user token': apiKeyHeader({ name: credentials.userToken.headerName, value: credentials.userToken.value }),
  };
  for (const [title, credential] of Object.entries(v2Credentials)) {
    const v2 = createV2Client({ baseUrl: urls.v2, credential });
    check(`listWorkspaces, ${title}`, (await v2.workspaces.list()).length > 0);
    check(`listJobStatus, ${title}`, Array.isArray(await v2.jobs.status(names.jobId)));
    check(
      `listTaskHistory, ${title}`,
      Array.isArray(await v2.transformations.taskHistory(names.transformation, names.task)),
    );
  }

  const { email, token } = credentials.personalAccessToken;
  const { clientId, clientSecret } = credentials.serviceAccount;
  const cloudCredentials = {
    'personal access token': personalAccessToken({ email, token }),
    createToken: clientCredentials({ authUrl: urls.auth, clientId, clientSecret }),
  };
  for (const [title, credential] of Object.entries(cloudCredentials)) {
    check(
      `runQuery, ${title}`,
      (await createCloudClient({ baseUrl: urls.cloud, credential }).query('SELECT * FROM jobs')) !== undefined,
    );
  }

  const wrong = await createODataClient({
    baseUrl: urls.odata,
    credential: basic({ username, password: 'wrong' }),
    retry: 0,
  })
    .jobs.get(names.job)
    .catch((error) => error);
  check('a wrong password is an HttpError with 401', isHttpError(wrong) && wrong.status === 401);
  const unnamed = await odata.jobs.get('').catch((error) => error);
  check('a job without a name is a ConfigError', isConfigError(unnamed));
  return seen;
}
