import type { PostgresDatabase, PostgresQuery } from '../../src/postgres/index.ts';

/** A database whose connection the server ends before one of the statements, as when the process is killed there. */
export interface KilledConnection {
  readonly database: PostgresDatabase;
  /** Lets the connection end before this statement, counted from now on. The end of a transaction counts as one */
  killBefore(statement: number): void;
  /** Number of statements since then */
  readonly statements: number;
}

export function killedConnection({ query, transaction }: PostgresDatabase): KilledConnection {
  let [statements, last] = [0, Number.POSITIVE_INFINITY];
  const next = async (own: PostgresQuery): Promise<void> => {
    statements += 1;
    if (statements >= last) await own('SELECT pg_terminate_backend(pg_backend_pid())', []);
  };
  const counted =
    (own: PostgresQuery): PostgresQuery =>
    async (text, parameters) => {
      await next(own);
      return own(text, parameters);
    };
  return {
    database: {
      query: counted(query),
      transaction: (work) =>
        transaction(async (own) => {
          const value = await work(counted(own));
          await next(own);
          return value;
        }),
    },
    killBefore: (statement) => void ([statements, last] = [0, statement]),
    get statements() {
      return statements;
    },
  };
}
