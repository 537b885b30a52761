import { dueAfterPurchase } from '../repayment/netTermsWords.ts';
import { milestones } from './milestones.ts';

/** The page before the first agreement: what a merchant gets, what it costs, and what to have at hand. */

/** The program's terms for a new merchant, as its agreements name them. */
interface Terms {
  readonly net_terms_days: number;
  readonly net_terms_type: 'business' | 'calendar';
  readonly cashback_basis_points: number;
}

interface OpeningPart {
  title: string;
  points: readonly string[];
}

export const openingTexts = {
  // A brand may itself be called a card.
  heading: (program: string) => (/\bcard$/i.test(program) ? `Get your ${program}` : `Get your ${program} card`),
  lead: 'A charge card for your business, with a limit that grows with your sales. Eight steps, about ten minutes.',
  start: 'Get started',
  /** Leads back to this page from the steps, and heads it where it stands among other things. */
  again: 'What you get and what it costs',
  back: 'Back to the steps',
  loading: 'Loading the terms',
} as const;

/** Returns the parts of the page. Where the app is in the store already, no other sign-in to it is needed. */
export function openingParts({ net_terms_days, net_terms_type, cashback_basis_points }: Terms, { isInStore }: { isInStore: boolean }): OpeningPart[] {
  return [
    {
      title: 'What you get',
      points: [
        'A virtual card at once, and a physical one at no charge if you ask for it.',
        'A limit that follows your sales.',
        `${cashback_basis_points / 100}% cashback on what is repaid by its due date.`,
      ],
    },
    {
      title: 'What it costs',
      points: [
        'No interest, no yearly fee, no fee for the virtual card, and none for paying sooner.',
        'A repayment that your bank returns may cost you what it costs us.',
      ],
    },
    {
      title: 'How you repay',
      points: [`Each purchase is due ${dueAfterPurchase(net_terms_days, net_terms_type)}.`, 'It is drawn from your bank account on that day, in full.'],
    },
    {
      title: 'Have at hand',
      points: [
        'Your EIN, or your SSN if you are a sole proprietor.',
        'The sign-in of your business’s bank.',
        ...(isInStore ? [] : ['The sign-in of your store’s admin or of your books.']),
        'Name, address, date of birth and SSN of yourself and of everyone who owns 25% or more.',
      ],
    },
  ];
}

/** Returns the names of the steps, in order: those of the progress line. */
export function openingSteps(): string[] {
  return milestones([], -1).map(({ title }) => title);
}
