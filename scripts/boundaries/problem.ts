/** Something that the rules refuse. */
export interface Problem {
  /** The file or folder, from the root of the repository. */
  readonly place: string;
  /** What it imports, as it is written there. */
  readonly imports: string;
  /** Why that is wrong. */
  readonly reason: string;
  /** What to do about it. */
  readonly action: string;
}

/** One line per problem: where, what, why, and what to do. */
export function printProblem({ place, imports, reason, action }: Problem): string {
  return `${place}: ${imports} ${reason}. ${action}.`;
}
