import { type UseFormReturn, useForm } from 'react-hook-form';
import type { KybAnswer } from '../../contract/kyb.ts';
import { type OpenFields, onlyFields } from '../../domain/forms/openFields.ts';
import { isVisible, type KybForm, kybPages, kybProblems } from '../../domain/kyb/kyb.ts';
import { kybTexts } from '../../domain/onboarding/stepTexts.ts';
import { checkedBy, showProblems } from '../forms/formProblems.ts';
import { type KybCalls, submitIfValid } from './kybSubmission.ts';
import { type Draft, useDraft } from './useDraft.ts';

export interface KybCorrection {
  form: UseFormReturn<KybForm>;
  draft: Draft;
  heading: string;
  lead: string;
  /** The pages of the form that have an open field, with their numbers. */
  pages: readonly { title: string; page: number }[];
  isOpen: OpenFields;
  /** Whether owners may only be corrected, because the issuer knows them already, and not added or removed. */
  ownersAreFixed: boolean;
  /** Sends the form if it is valid; returns whether it was sent. */
  send(): Promise<boolean>;
}

interface KybCorrectionOptions extends KybCalls {
  kyb: KybAnswer;
  /** Opens every field, for reasons that name none. */
  opensAll: boolean;
}

const now = () => new Date();

/** Returns the state of a correction: the verification form, open only at the fields that the issuer's reasons concern. The other fields stay as sent. */
export function useKybCorrection({ kyb, opensAll, saveDraft, submit }: KybCorrectionOptions): KybCorrection {
  const form = useForm<KybForm>({ defaultValues: kyb.form, resolver: checkedBy((typed) => kybProblems(typed, now())) });
  const draft = useDraft(form, kyb.page, saveDraft);
  const named = kyb.reasons.flatMap(({ fields }) => fields);
  const isOpen: OpenFields = opensAll || named.length === 0 ? () => true : onlyFields(named);
  return {
    form,
    draft,
    ...(opensAll ? kybTexts.check : kybTexts.correct),
    pages: kybPages.flatMap(({ title, paths }, page) => (paths.some((path) => isVisible(path, kyb.form) && isOpen(path)) ? [{ title, page }] : [])),
    isOpen,
    // The issuer accepts other owners only with a new application, not with a correction of the existing one.
    ownersAreFixed: kyb.issuer_status === 'PENDING_RESUBMIT',
    send: () =>
      submitIfValid({
        form,
        draft,
        submit,
        problemsOf: (typed) => kybProblems(typed, now()).filter(({ path }) => isOpen(path)),
        show: (problems) => showProblems(form, problems),
      }),
  };
}
