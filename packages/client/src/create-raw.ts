import createFetchClient, { type Client } from 'openapi-fetch';
import { serializePath, serializeQuery } from './options/serialize-path.ts';
import { createPipeline } from './pipeline/create-pipeline.ts';
import { Draft } from './pipeline/draft.ts';
import type { Settings } from './pipeline/policy.ts';

/** The typed openapi-fetch client of an interface, with the pipeline as its `fetch` and our draft as its `Request`. */
export const createRaw = <Paths extends object>(settings: Settings): Client<Paths> =>
  createFetchClient<Paths>({
    baseUrl: settings.baseUrl,
    fetch: createPipeline(settings) as never,
    Request: Draft as never,
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
  });
