import { ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import type { Workspace } from '@syncline/openapi';
import { type CallOptions, callOptionNames } from '../options/client-options.ts';
import { callInit, beginCall, type CallPromise, type SendOperation } from './operation-call.ts';

/**
 * Which workspaces to return, and in which order. The specification does not show the grammar of the two expressions,
 * so they are sent as they are.
 */
export interface ListWorkspacesOptions extends CallOptions {
  /** The filter expression. @default all workspaces */
  readonly filter?: string | undefined;
  /** The sort expression. @default the service's order */
  readonly sort?: string | undefined;
}

const listWorkspacesOptionNames: OptionNames<ListWorkspacesOptions> = { ...callOptionNames, filter: 1, sort: 1 };

/** Workspaces (specification section 2.2). */
export interface Workspaces<Item = Workspace> {
  /**
   * Reads the workspaces.
   *
   * @throws {ConfigError} when `filter` or `sort` is set and the client was created without the name of its query
   *   parameter (`workspacesFilterParameter`, `workspacesSortParameter`), which the specification does not show
   * @throws {HttpError} when the service responds with a failure status
   * @example
   * ```ts
   * import type { V2Client } from '@syncline/client';
   *
   * const first = async (v2: V2Client) => (await v2.workspaces.list())[0]?.name;
   * ```
   */
  list(options?: ListWorkspacesOptions): CallPromise<Item[]>;
}

/** The names of the two query parameters on your server, which the specification does not show. */
export interface WorkspacesParameters {
  /** The name of the parameter that has the filter expression */
  readonly workspacesFilterParameter?: string | undefined;
  /** The name of the parameter that has the sort expression */
  readonly workspacesSortParameter?: string | undefined;
}

export function createWorkspaces(send: SendOperation, names: WorkspacesParameters): Workspaces {
  return {
    list: (input) =>
      beginCall(() => {
        const options = ownOptions(input, listWorkspacesOptionNames);
        const query: Record<string, string> = {};
        const add = (expression: 'filter' | 'sort', option: keyof WorkspacesParameters) => {
          const value: unknown = options[expression];
          if (value === undefined) return;
          if (typeof value !== 'string') throw new ConfigError(expression, 'must be a text');
          const name = names[option];
          if (name === undefined) {
            throw new ConfigError(
              option,
              'must be set on the client: the specification does not name this query parameter',
            );
          }
          query[name] = value;
        };
        add('filter', 'workspacesFilterParameter');
        add('sort', 'workspacesSortParameter');
        return send('listWorkspaces', { path: undefined, query: query as never, body: undefined }, callInit(options));
      }),
  };
}
