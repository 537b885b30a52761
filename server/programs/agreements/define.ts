import type { Program } from '../define.ts';

/** Of a program, what stands in its agreements. */
export type AgreementProgram = Pick<Program, 'name' | 'supportEmail' | 'netTerms' | 'rates'>;

/** One of the three texts. Whoever changes a word of it gives it a new version, which asks every merchant again. */
export interface AgreementText {
  /** The day it was written, YYYY-MM-DD. */
  version: string;
  /** Markdown, see `domain/basics/markdown`. */
  text: (program: AgreementProgram) => string;
}
