import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { KybAnswer } from '../../contract/kyb.ts';
import type { FieldProblem } from '../../domain/forms/address.ts';
import { type KybForm, kybPageProblems, kybPages, kybProblems, pageOfField, visiblePages } from '../../domain/kyb/kyb.ts';
import { kybReview, type ReviewPart, reviewPage } from '../../domain/kyb/kybReview.ts';
import { kybTexts } from '../../domain/onboarding/stepTexts.ts';
import { checkedBy, showProblems } from '../forms/formProblems.ts';
import { type KybCalls, submitIfValid } from './kybSubmission.ts';
import { type Draft, useDraft } from './useDraft.ts';

export interface KybPagesState {
  form: UseFormReturn<KybForm>;
  draft: Draft;
  /** The number of the shown page, counted from 0 over all pages of the form; `reviewPage` after the last. */
  page: number;
  title: string;
  text: string | undefined;
  /** The position among the visible pages, as text. */
  place: string;
  /** All answers, on the page of review; null on the pages of the form. */
  review: readonly ReviewPart[] | null;
  /** Goes to the next page, or from the page of review sends the form to the issuer. Where there is a problem, focuses its first field instead. */
  next(): void;
  /** Goes from the page of review to the page of an answer. Its Next leads back, unless the change needs another page. */
  change(page: number): void;
  /** Goes to the previous page; null on the first. */
  back: (() => void) | null;
}

interface KybPagesOptions extends KybCalls {
  /** The form as last saved. */
  saved: KybAnswer;
  /** Called before another page is shown. */
  onTurn: () => void;
  /** Whether the person may only read. Pages are then not checked before the next one is shown. */
  isReadOnly?: boolean;
}

const now = () => new Date();

/** Returns the state of the verification form, one page at a time from the last open one, and a page of review after them: it saves drafts, checks pages and sends the form. */
export function useKybPages({ saved, saveDraft, submit, onTurn, isReadOnly = false }: KybPagesOptions): KybPagesState {
  const form = useForm<KybForm>({ defaultValues: saved.form, resolver: checkedBy((typed) => kybProblems(typed, now())) });
  const [openPage, setOpenPage] = useState(saved.page);
  const draft = useDraft(form, openPage, saveDraft);

  const [home_business, control_person_owns_business] = useWatch({ control: form.control, name: ['home_business', 'control_person_owns_business'] });
  const pages = [...visiblePages({ home_business, control_person_owns_business }), reviewPage];
  // The pages that were looked through when an answer was changed from the page of review.
  const [reviewed, setReviewed] = useState<readonly number[] | null>(null);
  // Answers given since may hide the open page; then show the visible page before it.
  const place = Math.max(
    0,
    pages.findLastIndex((number) => number <= openPage),
  );
  const page = pages[place] ?? 0;
  const isReview = page === reviewPage;

  function goTo(other: number) {
    onTurn();
    if (other === reviewPage) setReviewed(null);
    setOpenPage(other);
  }

  /** Opens the page of the first problem, and shows the problems of that page. */
  function correct(problems: readonly FieldProblem[]) {
    const concerned = Math.max(0, pageOfField(problems[0]?.path ?? ''));
    // Render the other page first, so that its fields exist.
    flushSync(() => setOpenPage(concerned));
    showProblems(
      form,
      problems.filter(({ path }) => pageOfField(path) === concerned),
    );
  }

  /** Returns the next page, or on the way back to the review the first page that an answer has added since. */
  function followingPage(): number {
    const following = pages.slice(place + 1);
    return following.find((number) => reviewed === null || number === reviewPage || !reviewed.includes(number)) ?? page;
  }

  function next() {
    const problems = isReadOnly ? [] : kybPageProblems(form.getValues(), page, now());
    if (problems.length > 0) return showProblems(form, problems);
    if (!isReview) return goTo(followingPage());
    void submitIfValid({ form, draft, submit, problemsOf: (typed) => kybProblems(typed, now()), show: correct });
  }

  const { title, text } = isReview ? { title: kybTexts.review.heading, text: kybTexts.review.lead } : (kybPages[page] ?? { title: '' });
  return {
    form,
    draft,
    page,
    title,
    text,
    place: isReview ? kybTexts.review.place : kybTexts.place(place + 1, pages.length - 1),
    review: isReview ? kybReview(form.getValues()) : null,
    next,
    change: (other) => {
      setReviewed(pages);
      goTo(other);
    },
    back: place > 0 ? () => goTo(pages[place - 1] ?? 0) : null,
  };
}
