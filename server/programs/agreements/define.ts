import type { Program } from '../define.ts';

/** The fields of a program that its agreements mention. */
export type AgreementProgram = Pick<Program, 'name' | 'supportEmail' | 'netTerms' | 'rates'>;

/** One of the three texts. Any change of a text needs a new version, which asks every merchant to accept again. */
export interface AgreementText {
  /** The day the text was written, YYYY-MM-DD. */
  version: string;
  /** Returns the text as Markdown, in the subset that `domain/basics/markdown` reads. */
  text: (program: AgreementProgram) => string;
  /** Returns what the text says in short, a sentence a point: each figure and promise of them stands in the text as well. */
  inShort: (program: AgreementProgram) => readonly string[];
}
