/** The answer of an action that saves something: `problem` says for the reader why it was not saved. */
export interface SaveResult {
  isSaved: boolean;
  problem: string | null;
}
