/**
 * The variables that a block marked `given` can use: the three clients and a sandbox, which a program would have
 * created earlier.
 */
import { clientCredentials } from '@syncline/auth';
import type { CloudClient, ODataClient, V2Client } from '@syncline/client';
import type { Sandbox } from '@syncline/sandbox';
declare const odata: ODataClient;
declare const v2: V2Client;
declare const cloud: CloudClient;
declare const sandbox: Sandbox;
declare const authUrl: string;
declare const clientId: string;
declare const clientSecret: string;
export { authUrl, clientCredentials, clientId, clientSecret, cloud, odata, sandbox, v2 };
