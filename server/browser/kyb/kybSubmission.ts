import type { UseFormReturn } from 'react-hook-form';
import type { FieldProblem } from '../../domain/forms/address.ts';
import type { KybForm } from '../../domain/kyb/kyb.ts';
import { type FieldErrors, problemsOfAnswer } from '../forms/formProblems.ts';
import type { Draft, SaveDraft } from './useDraft.ts';

/** Sends the form to the issuer. Never rejects. */
export type SubmitKyb = (form: KybForm) => Promise<{ ok: true } | { ok: false; problem: FieldErrors }>;

/** The calls that each frontend implements in its own way, on behalf of the page's merchant. */
export interface KybCalls {
  saveDraft: SaveDraft;
  submit: SubmitKyb;
}

interface Submission {
  form: UseFormReturn<KybForm>;
  draft: Draft;
  submit: SubmitKyb;
  problemsOf: (form: KybForm) => readonly FieldProblem[];
  /** Shows the problems at their fields. */
  show: (problems: readonly FieldProblem[]) => void;
}

/** Checks the form and sends it if it is valid. Shows the problems that our rules or the server found. Returns whether the form was sent. */
export async function submitIfValid({ form, draft, submit, problemsOf, show }: Submission): Promise<boolean> {
  const typed = form.getValues();
  const problems = problemsOf(typed);
  if (problems.length > 0) {
    show(problems);
    return false;
  }
  await draft.flush();
  const outcome = await submit(typed);
  if (outcome.ok) return true;
  const answered = problemsOfAnswer(outcome.problem, 'form.');
  if (answered.length > 0) show(answered);
  return false;
}
