import { formatDay } from '../basics/dateFormats.ts';
import { formatUsd } from '../basics/money.ts';
import { dueAfterPurchase } from '../repayment/netTermsWords.ts';
import { nextPaymentTile, showsNextPayment, type TileFacts } from './homeTiles.ts';

/** The panel on the home page of a new merchant: what to do first. */

interface FirstStep {
  title: string;
  text: string;
  /** The page on which it is done. */
  link: { label: string; path: string };
}

export const firstStepsTexts = { title: 'What to do first', dismiss: 'Got it' } as const;

interface FirstStepFacts extends Pick<TileFacts, 'paymentSchedule' | 'payment_plan'> {
  readonly net_terms: number | null;
  readonly net_terms_type: string | null;
  /** The address of the merchant's mails; empty where nobody has given one. */
  readonly email: string;
  readonly is_email_confirmed: boolean;
}

function paymentText(receiver: FirstStepFacts): string {
  const next = showsNextPayment(receiver) ? nextPaymentTile(receiver) : null;
  if (next) return `${formatUsd(next.amount)} is due on ${formatDay(next.date)}. It is drawn from your bank account.`;
  if (!showsNextPayment(receiver)) return 'Nothing is due before your first purchase. From then on a part of what you owe is drawn each week.';
  const { net_terms, net_terms_type } = receiver;
  const terms = net_terms === null ? 'on its due date' : dueAfterPurchase(net_terms, net_terms_type);
  return `Nothing is due yet. A purchase is drawn from your bank account ${terms}.`;
}

/** Promises no mail that would not be sent: there may be no address, and news go to a confirmed one alone. */
function mailStep({ email, is_email_confirmed }: FirstStepFacts): FirstStep {
  if (email === '') {
    const text = 'We have no address for you. Without one nobody tells you when a repayment fails.';
    return { title: 'Tell us where to reach you', text, link: { label: 'Add an address', path: '/settings#address' } };
  }
  const text = is_email_confirmed
    ? `We write to ${email} before each payment and every Monday.`
    : `We write to ${email} before each payment, and every Monday once you have confirmed that address.`;
  return { title: 'Choose your mails', text, link: { label: 'Choose your mails', path: '/settings#mails' } };
}

/** Returns the steps, the most useful first. */
export function firstSteps(receiver: FirstStepFacts): FirstStep[] {
  return [
    {
      title: 'Add your card where you pay',
      text: 'Copy its number into your store’s admin, your ad accounts and your subscriptions.',
      link: { label: 'See the card number', path: '/card' },
    },
    { title: 'Know your first due date', text: paymentText(receiver), link: { label: 'See your payments', path: '/payments' } },
    mailStep(receiver),
  ];
}
