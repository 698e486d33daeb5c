import { apiKeyHeader, basic } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';

export { apiKeyHeader, basic, createCloudClient, createODataClient, createV2Client };
