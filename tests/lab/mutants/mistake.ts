/** A mistake that somebody could make, to be found by a test. */
export interface Mistake {
  /** Path from the root of the project. */
  file: string;
  /** Code that stands exactly once in the file. */
  from: string;
  to: string;
  /** The auditor's sentence about it. */
  finding: string;
}

/** Returns the mistakes of one file. */
export const mistakesIn = (file: string, mistakes: readonly (readonly [from: string, to: string, finding: string])[]): readonly Mistake[] =>
  mistakes.map(([from, to, finding]) => ({ file, from, to, finding }));
