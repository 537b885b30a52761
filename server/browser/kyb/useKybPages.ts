import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { KybAnswer } from '../../contract/kyb.ts';
import type { FieldProblem } from '../../domain/forms/address.ts';
import { type KybForm, kybPageProblems, kybPages, kybProblems, pageOf, visiblePages } from '../../domain/kyb/kyb.ts';
import { kybTexts } from '../../domain/onboarding/stepTexts.ts';
import { checkedBy, showProblems } from '../forms/formProblems.ts';
import { type KybCalls, submitWhenRight } from './kybSubmission.ts';
import { type Draft, useDraft } from './useDraft.ts';

export interface KybPagesState {
  form: UseFormReturn<KybForm>;
  draft: Draft;
  /** The page that is shown, counted from 0 over all pages of the form. */
  page: number;
  title: string;
  text: string | undefined;
  /** Where it stands among the pages that are to be filled in, in words. */
  place: string;
  isLast: boolean;
  /** To the next page, or from the last to the issuer; to the first field that something is wrong with instead. */
  next(): void;
  /** To the page before; null on the first. */
  back: (() => void) | null;
}

interface KybPagesOptions extends KybCalls {
  /** The form as it was left. */
  saved: KybAnswer;
  /** Another page is shown. */
  onTurn: () => void;
  /** Whoever only looks may turn the pages, right or wrong. */
  isReadOnly?: boolean;
}

const now = () => new Date();

/** The pages of the verification form, one at a time from the one where it was left: turned, kept as typed, checked and sent. */
export function useKybPages({ saved, keep, submit, onTurn, isReadOnly = false }: KybPagesOptions): KybPagesState {
  const form = useForm<KybForm>({ defaultValues: saved.form, resolver: checkedBy((typed) => kybProblems(typed, now())) });
  const [left, setLeft] = useState(saved.page);
  const draft = useDraft(form, left, keep);

  const [home_business, control_person_owns_business] = useWatch({ control: form.control, name: ['home_business', 'control_person_owns_business'] });
  const pages = visiblePages({ home_business, control_person_owns_business });
  // The page where the form was left may have been hidden since.
  const place = Math.max(
    0,
    pages.findLastIndex((number) => number <= left),
  );
  const page = pages[place] ?? 0;
  const isLast = place === pages.length - 1;

  function goTo(other: number) {
    onTurn();
    setLeft(other);
  }

  /** Leads to the first page that something is wrong on. */
  function correct(problems: readonly FieldProblem[]) {
    const concerned = Math.max(0, pageOf(problems[0]?.path ?? ''));
    // The fields of another page are there once it is drawn.
    flushSync(() => setLeft(concerned));
    showProblems(
      form,
      problems.filter(({ path }) => pageOf(path) === concerned),
    );
  }

  function next() {
    const problems = isReadOnly ? [] : kybPageProblems(form.getValues(), page, now());
    if (problems.length > 0) return showProblems(form, problems);
    if (!isLast) return goTo(pages[place + 1] ?? page);
    void submitWhenRight({ form, draft, submit, problemsOf: (typed) => kybProblems(typed, now()), show: correct });
  }

  const { title = '', text } = kybPages[page] ?? {};
  const back = place > 0 ? () => goTo(pages[place - 1] ?? 0) : null;
  return { form, draft, page, title, text, place: kybTexts.place(place + 1, pages.length), isLast, next, back };
}
