import { type UseFormReturn, useForm } from 'react-hook-form';
import type { KybAnswer } from '../../contract/kyb.ts';
import { type OpenFields, onlyFields } from '../../domain/forms/openFields.ts';
import { isVisible, type KybForm, kybPages, kybProblems } from '../../domain/kyb/kyb.ts';
import { kybTexts } from '../../domain/onboarding/stepTexts.ts';
import { checkedBy, showProblems } from '../forms/formProblems.ts';
import { type KybCalls, submitWhenRight } from './kybSubmission.ts';
import { type Draft, useDraft } from './useDraft.ts';

export interface KybCorrection {
  form: UseFormReturn<KybForm>;
  draft: Draft;
  heading: string;
  lead: string;
  /** The pages of the form on which something is open, with their numbers. */
  pages: readonly { title: string; page: number }[];
  isOpen: OpenFields;
  /** The issuer knows the owners already: they can be corrected, but not be added or removed. */
  ownersAreFixed: boolean;
  /** Sends it when it is right; answers whether it was sent. */
  send(): Promise<boolean>;
}

interface KybCorrectionOptions extends KybCalls {
  kyb: KybAnswer;
  /** Opens every field, where the issuer names none. */
  opensAll: boolean;
}

const now = () => new Date();

/** The verification form once more, with only the fields that the issuer's reasons concern; everything else stays as it was sent. */
export function useKybCorrection({ kyb, opensAll, keep, submit }: KybCorrectionOptions): KybCorrection {
  const form = useForm<KybForm>({ defaultValues: kyb.form, resolver: checkedBy((typed) => kybProblems(typed, now())) });
  const draft = useDraft(form, kyb.page, keep);
  const named = kyb.reasons.flatMap(({ fields }) => fields);
  const isOpen: OpenFields = opensAll || named.length === 0 ? () => true : onlyFields(named);
  return {
    form,
    draft,
    ...(opensAll ? kybTexts.check : kybTexts.correct),
    pages: kybPages.flatMap(({ title, paths }, page) => (paths.some((path) => isVisible(path, kyb.form) && isOpen(path)) ? [{ title, page }] : [])),
    isOpen,
    // The issuer's reference to a business that it wants corrected cannot take on other owners; one sent anew can.
    ownersAreFixed: kyb.issuer_status === 'PENDING_RESUBMIT',
    send: () =>
      submitWhenRight({
        form,
        draft,
        submit,
        problemsOf: (typed) => kybProblems(typed, now()).filter(({ path }) => isOpen(path)),
        show: (problems) => showProblems(form, problems),
      }),
  };
}
