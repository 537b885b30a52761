import type { LetterKind } from '../../domain/mail/letterKind.ts';
import type { MailPreference } from './compose.ts';
import type { WriteLetter } from './letterContext.ts';
import { agreementCopy } from './letters/agreementCopy.ts';
import { balanceLooksShort } from './letters/balanceLooksShort.ts';
import { bankStatusLetter } from './letters/bankStatus.ts';
import { cardIssuedLetter, cardShippedLetter } from './letters/cardIssued.ts';
import { cardPaused } from './letters/cardPaused.ts';
import { cardReopened } from './letters/cardReopened.ts';
import { kybStatusLetter } from './letters/kybStatus.ts';
import { mondaySummary } from './letters/mondaySummary.ts';
import { repaymentFailed } from './letters/repaymentFailed.ts';
import { repaymentReceipt } from './letters/repaymentReceipt.ts';
import { spendingPowerWarning } from './letters/spendingPowerWarning.ts';
import { staffChange } from './letters/staffChange.ts';
import { storeStatusLetter } from './letters/storeStatus.ts';
import { withdrawalNotice } from './letters/withdrawalNotice.ts';

interface Kind {
  write: WriteLetter;
  /** The preference that switches these letters off; without one they are always sent. */
  preference?: MailPreference;
  /** The field of the receiver's record for when the last of these letters was sent. */
  sentAtField?: 'last_payment_email_at' | 'last_spending_power_warning_email';
}

/** Every letter there is, by its kind. */
const letters: Readonly<Record<LetterKind, Kind>> = {
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
};

/** Returns how letters of a kind are written, switched off and recorded. */
export const kindOf = (kind: LetterKind): Kind => letters[kind];
