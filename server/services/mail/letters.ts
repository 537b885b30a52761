import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import { agreementCopy } from '../agreements/agreementCopy.ts';
import { bankStatusLetter } from '../bank/bankStatusLetter.ts';
import { cardIssuedLetter, cardShippedLetter } from '../card/cardLetters.ts';
import type { Deps } from '../deps.ts';
import { kybStatusLetter } from '../kyb/kybStatusLetter.ts';
import { storeStatusLetter } from '../store/storeStatusLetter.ts';
import type { MailPreference } from './compose.ts';
import type { Letter } from './letter.ts';
import { balanceLooksShort } from './letters/balanceLooksShort.ts';
import { cardPaused } from './letters/cardPaused.ts';
import { cardReopened } from './letters/cardReopened.ts';
import { mondaySummary } from './letters/mondaySummary.ts';
import { repaymentFailed } from './letters/repaymentFailed.ts';
import { repaymentReceipt } from './letters/repaymentReceipt.ts';
import { spendingPowerWarning } from './letters/spendingPowerWarning.ts';
import { staffChange } from './letters/staffChange.ts';
import { withdrawalNotice } from './letters/withdrawalNotice.ts';

/** What a letter is written from, when it is sent: the present state. */
export interface LetterContext {
  scope: ReceiverScope;
  receiver: Receiver;
  program: ResolvedProgram;
  /** Names what the letter is about; a receiver gets each kind of letter once about the same. */
  about: string;
}

/** Null when by now there is nothing to say any more. */
export type WriteLetter = (deps: Deps, context: LetterContext) => Promise<Letter | null> | Letter | null;

interface Kind {
  write: WriteLetter;
  /** The preference that switches these letters off; without one they are always sent. */
  preference?: MailPreference;
  /** Where the receiver's record keeps when the last of them was sent. */
  sentAtField?: 'last_payment_email_at' | 'last_spending_power_warning_email';
}

/** Every letter there is, by its kind. */
export const letters = {
  agreement_copy: { write: agreementCopy },
  kyb_status: { write: kybStatusLetter },
  card_issued: { write: cardIssuedLetter },
  card_shipped: { write: cardShippedLetter },
  card_paused: { write: cardPaused },
  card_reopened: { write: cardReopened },
  bank_status: { write: bankStatusLetter },
  store_status: { write: storeStatusLetter },
  withdrawal_notice: { write: withdrawalNotice, preference: 'fund_withdraw_email', sentAtField: 'last_payment_email_at' },
  repayment_receipt: { write: repaymentReceipt, preference: 'fund_withdraw_email', sentAtField: 'last_payment_email_at' },
  repayment_failed: { write: repaymentFailed, sentAtField: 'last_payment_email_at' },
  balance_looks_short: { write: balanceLooksShort },
  monday_summary: { write: mondaySummary, preference: 'gets_monday_email' },
  spending_power_warning: { write: spendingPowerWarning, sentAtField: 'last_spending_power_warning_email' },
  staff_change: { write: staffChange },
} as const satisfies Record<string, Kind>;
export type LetterKind = keyof typeof letters;

/** How letters of a kind are written, switched off and recorded. */
export const kindOf = (kind: LetterKind): Kind => letters[kind];
