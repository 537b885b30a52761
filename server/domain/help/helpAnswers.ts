import { cents, formatUsd } from '../basics/money.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { dueAfterPurchase } from '../repayment/netTermsWords.ts';
import { isFixedPay } from '../repayment/paymentPlan.ts';
import { salesWindowDays } from '../store/sales.ts';

/** The answers to what merchants ask most. Their figures come from the merchant's own terms and from the rules. */

interface HelpAnswer {
  readonly question: string;
  readonly answer: string;
  /** The page of the dashboard that shows more, for merchants who have one. */
  readonly page?: { readonly label: string; readonly path: string };
  /** Whether it concerns a cardholder too, who sees cards and neither the account nor its bank. */
  readonly isOfCards?: true;
}

/** The merchant's terms that the answers name. */
type Terms = Pick<Receiver, 'initial_spend_limit' | 'payment_plan' | 'net_terms' | 'net_terms_type'>;

/** Returns the questions with their answers, in the order in which merchants ask them. */
export function helpAnswers(terms: Terms): readonly HelpAnswer[] {
  return [
    {
      question: 'What is my limit made of?',
      answer: `Your sales of the last ${salesWindowDays} days, less refunds, make an average month. Your limit is a share of that month. Many refunds, one month far above the others, or a store that we could not read lately lower it.${startingLimit(terms)}`,
      page: { label: 'See how your limit is worked out', path: '/insights' },
    },
    {
      question: 'When is a purchase drawn from my bank?',
      answer: `${dueInWords(terms)} We debit your linked bank account on each due date or, when banks are closed, on the next day they are open. You can pay sooner at any time once the purchase has settled.`,
      page: { label: 'See what is due', path: '/payments' },
    },
    {
      question: 'Why was a purchase declined?',
      answer:
        'Most often because it was more than what is available to spend, the card is paused, or a repayment that did not go through is still owed. The card never gives cash. Home names the reason of each recent decline and what helps.',
      page: { label: 'Open Home', path: '/' },
      isOfCards: true,
    },
    {
      question: 'My card is lost or stolen. What now?',
      answer:
        'Open the card and report it lost or stolen. It is closed at once, and a new card with a new number takes its place. If you may find it again, pause it: purchases with it are declined until you reopen it.',
      page: { label: 'Open your cards', path: '/card' },
      isOfCards: true,
    },
    {
      question: 'How do I change my bank account?',
      answer: 'Link another account in the settings, and authorize debits of it. A debit that is already with your old bank still runs.',
      page: { label: 'Open the bank settings', path: '/settings#bank' },
    },
  ];
}

function startingLimit({ initial_spend_limit }: Terms): string {
  return initial_spend_limit === null
    ? ''
    : ` It is never below your starting limit of ${formatUsd(cents(initial_spend_limit))} unless your account is on hold or our team set another limit.`;
}

function dueInWords({ payment_plan, net_terms, net_terms_type }: Terms): string {
  if (isFixedPay(payment_plan)) return 'A purchase is due in equal weekly parts, the first within a week.';
  if (net_terms === null) return 'Each purchase has its own due date, which the table of transactions shows.';
  return `A purchase is due ${dueAfterPurchase(net_terms, net_terms_type)}.`;
}
