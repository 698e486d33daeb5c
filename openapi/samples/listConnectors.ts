import { fromEnvironment } from '@syncline/auth';
import { createODataClient } from '@syncline/client';

const odata = createODataClient({
  baseUrl: process.env['SYNC_ODATA_URL'] ?? '',
  credential: fromEnvironment('odata'),
});
const connectors = await odata.connectors.list({ orderBy: 'connectorid' });
for (const connector of connectors) console.log(connector.connectorid);
