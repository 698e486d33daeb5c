import { ConfigError } from '@syncline/core';
import type { Workspace } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import type { SendOperation } from './operation-call.ts';

/** Which workspaces, and in which order. The specification leaves the grammar of both open: they go out as they are. */
export interface ListWorkspacesOptions extends CallOptions {
  readonly filter?: string | undefined;
  readonly sort?: string | undefined;
}

/** Workspaces (specification section 2.2). */
export interface Workspaces<Item = Workspace> {
  /**
   * Reads the workspaces.
   *
   * @throws ConfigError for `filter` or `sort` where the client was not told the parameter's name
   *   (`workspacesFilterParameter`, `workspacesSortParameter`): the specification does not show it
   */
  list(options?: ListWorkspacesOptions): Promise<Item[]>;
}

/** The names of the two query parameters, as the caller's server has them. */
export interface WorkspacesParameters {
  readonly workspacesFilterParameter?: string | undefined;
  readonly workspacesSortParameter?: string | undefined;
}

export function createWorkspaces(send: SendOperation, names: WorkspacesParameters): Workspaces {
  return {
    list: async (options) => {
      const query: Record<string, string> = {};
      const add = (option: keyof WorkspacesParameters, value: string | undefined) => {
        if (value === undefined) return;
        const name = names[option];
        if (name === undefined) {
          throw new ConfigError(option, 'is needed: the specification does not name this query parameter');
        }
        query[name] = value;
      };
      add('workspacesFilterParameter', options?.filter);
      add('workspacesSortParameter', options?.sort);
      return (await send('listWorkspaces', { query: query as never }, { options })).value as Workspace[];
    },
  };
}
