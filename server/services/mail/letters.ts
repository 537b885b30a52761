import type { LetterKind } from '../../domain/mail/letterKind.ts';
import type { MailPreference } from './compose.ts';
import type { WriteLetter } from './letterContext.ts';
import { accountClosedLetter } from './letters/accountClosed.ts';
import { agreementCopyLetter } from './letters/agreementCopy.ts';
import { appUninstalledLetter } from './letters/appUninstalled.ts';
import { balanceLooksShortLetter } from './letters/balanceLooksShort.ts';
import { bankStatusLetter } from './letters/bankStatus.ts';
import { cardHolderChangedLetter } from './letters/cardHolderChanged.ts';
import { cardIssuedLetter } from './letters/cardIssued.ts';
import { cardPausedLetter } from './letters/cardPaused.ts';
import { cardReopenedLetter } from './letters/cardReopened.ts';
import { cardRequestLetter } from './letters/cardRequest.ts';
import { cardRequestAnswerLetter } from './letters/cardRequestAnswer.ts';
import { cardShippedLetter } from './letters/cardShipped.ts';
import { confirmEmailLetter } from './letters/confirmEmail.ts';
import { debitsStoppedLetter } from './letters/debitsStopped.ts';
import { failedAmountPaidLetter } from './letters/failedAmountPaid.ts';
import { kybStatusLetter } from './letters/kybStatus.ts';
import { mondaySummaryLetter } from './letters/mondaySummary.ts';
import { payoutFailedLetter } from './letters/payoutFailed.ts';
import { payoutSentLetter } from './letters/payoutSent.ts';
import { purchaseDeclinedLetter } from './letters/purchaseDeclined.ts';
import { repaymentFailedLetter } from './letters/repaymentFailed.ts';
import { repaymentReceiptLetter } from './letters/repaymentReceipt.ts';
import { repaymentSplitLetter } from './letters/repaymentSplit.ts';
import { signInLinkLetter } from './letters/signInLink.ts';
import { slackEndedLetter } from './letters/slackEnded.ts';
import { spendingPowerWarningLetter } from './letters/spendingPowerWarning.ts';
import { staffChangeLetter } from './letters/staffChange.ts';
import { storeStatusLetter } from './letters/storeStatus.ts';
import { withdrawalNoticeLetter } from './letters/withdrawalNotice.ts';

/** Reads the address that stands last in what a letter is about. */
const lastWord = (about: string) => about.split(' ').at(-1) ?? '';

interface Kind {
  write: WriteLetter;
  /** Reads the address of such a letter from what it is about; other letters go to the receiver's. */
  addressee?: (about: string) => string;
  /** The preference that switches these letters off; without one they are always sent. */
  preference?: MailPreference;
  /** The field of the receiver's record for when the last of these letters was sent. */
  sentAtField?: 'last_payment_email_at' | 'last_spending_power_warning_email';
}

/** Every letter there is, by its kind. */
const letters: Readonly<Record<LetterKind, Kind>> = {
  agreement_copy: { write: agreementCopyLetter },
  kyb_status: { write: kybStatusLetter },
  card_issued: { write: cardIssuedLetter },
  card_shipped: { write: cardShippedLetter },
  card_paused: { write: cardPausedLetter },
  card_reopened: { write: cardReopenedLetter },
  card_request: { write: cardRequestLetter, addressee: lastWord },
  card_request_answer: { write: cardRequestAnswerLetter, addressee: lastWord },
  card_holder_changed: { write: cardHolderChangedLetter, addressee: lastWord },
  purchase_declined: { write: purchaseDeclinedLetter },
  debits_stopped: { write: debitsStoppedLetter },
  bank_status: { write: bankStatusLetter },
  store_status: { write: storeStatusLetter },
  withdrawal_notice: { write: withdrawalNoticeLetter, preference: 'fund_withdraw_email', sentAtField: 'last_payment_email_at' },
  repayment_receipt: { write: repaymentReceiptLetter, preference: 'fund_withdraw_email', sentAtField: 'last_payment_email_at' },
  failed_amount_paid: { write: failedAmountPaidLetter },
  repayment_failed: { write: repaymentFailedLetter, sentAtField: 'last_payment_email_at' },
  balance_looks_short: { write: balanceLooksShortLetter },
  repayment_split: { write: repaymentSplitLetter },
  payout_sent: { write: payoutSentLetter },
  payout_failed: { write: payoutFailedLetter },
  monday_summary: { write: mondaySummaryLetter, preference: 'gets_monday_email' },
  spending_power_warning: { write: spendingPowerWarningLetter, sentAtField: 'last_spending_power_warning_email' },
  staff_change: { write: staffChangeLetter },
  account_closed: { write: accountClosedLetter },
  confirm_email: { write: confirmEmailLetter, addressee: (about) => about.split(' ')[0] ?? '' },
  sign_in_link: { write: signInLinkLetter },
  app_uninstalled: { write: appUninstalledLetter },
  slack_ended: { write: slackEndedLetter },
};

/** Returns how letters of a kind are written, switched off and recorded. */
export const kindOf = (kind: LetterKind): Kind => letters[kind];
