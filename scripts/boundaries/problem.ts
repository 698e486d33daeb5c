/** A violation of the rules. */
export interface Problem {
  /** The file or folder, from the root of the repository. */
  readonly place: string;
  /** What it imports, as written in the source. */
  readonly imports: string;
  /** Why that is wrong. */
  readonly reason: string;
  /** How to fix it. */
  readonly action: string;
}

/** One line per problem: where, what, why, and what to do. */
export function printProblem({ place, imports, reason, action }: Problem): string {
  return `${place}: ${imports} ${reason}. ${action}.`;
}
