import type { ReceiverAnswer } from '../../contract/receiver.ts';
import { readPresentedRows } from '../../db/queries/presentedRows.ts';
import type { Receiver } from '../../db/rows.ts';
import { abilities } from '../../domain/access/access.ts';
import { readStaffAccess, staffAbilities } from '../../domain/access/storeStaff.ts';
import { completionChecklist, isOnboarded, onboardingStep } from '../../domain/onboarding/onboarding.ts';
import { closingState } from '../../domain/receiver/closing.ts';
import { payNowObstacle } from '../../domain/repayment/payNow.ts';
import { nextDebit } from '../../domain/repayment/upcomingDebits.ts';
import { blocksOf } from '../../domain/spendingPower/blocks.ts';
import { appPlatforms } from '../../domain/store/appPlatforms.ts';
import { storeErrorOf } from '../../domain/store/storeErrors.ts';
import type { Caller } from '../access/caller.ts';
import { ownerNeeded } from '../access/storeStaff.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { type Account, accountOf, blockFacts, debtFacts, partsUnderway, payableOf } from '../ledger/account.ts';
import { onboardingFactsOf } from '../onboarding/onboardingFacts.ts';
import { isMailAddressConfirmed } from '../receiver/mailAddress.ts';
import { programDay } from '../receiver/programOf.ts';
import { wireReceiver } from '../receiver/wireReceiver.ts';
import { paymentThatEndsTheHold } from '../spendingPower/settledPayments.ts';
import { summarizeAccount } from '../spendingPower/summarizeAccount.ts';
import { cutToHolder } from './cutToHolder.ts';

/** Returns the cards of the account's report, the first one before the others. */
function reportedCards({ lithic_card_token: first }: Receiver, { cardDays }: Account): string[] {
  return [...new Set([...(first === null ? [] : [first]), ...cardDays.map(({ card_token }) => card_token)])];
}

/** Returns the next debit of a receiver's bank; null when none is to come. */
function nextDebitOf({ clock, isBankHoliday }: Deps, account: Account, receiver: Receiver): ReceiverAnswer['next_debit'] {
  if (!account.isDrawn) return null;
  // Card holds of today will have settled by the day of the debit.
  const next = nextDebit({ ...debtFacts(account, isBankHoliday), owed: account.outstanding }, programDay(receiver, clock()));
  return next && { debit_date: next.debit_date, amount_cents: next.amount_cents, due_dates: [...next.due_dates] };
}

/** Returns the complete answer about a receiver: the record, and everything derived from it. A cardholder's is without the money and settings of the account. */
export async function presentReceiver(deps: Deps, caller: Caller, view: ReceiverView): Promise<ReceiverAnswer> {
  const record = wireReceiver(view.receiver);
  const { account, onboarding, reading, store_problem: problem, waiting } = await readPresentedRows(deps.database, view.scope, view.receiver.lithic_card_token);
  const facts = onboardingFactsOf(onboarding, view.receiver);
  const money = accountOf(deps, account, view.receiver);
  const completion = completionChecklist(record, facts);
  const blocks = [...blocksOf(blockFacts(view.receiver, money))];
  const answer: ReceiverAnswer = {
    ...record,
    // The flags are of the person who opened the account.
    ...(view.isOwn && { admin: caller.admin, support: caller.support }),
    // The view may have read its record before a fact that the checklist reads now.
    is_onboarding: !isOnboarded(onboardingStep(completion)),
    ...summarizeAccount(deps, money, view.receiver),
    next_debit: nextDebitOf(deps, money, view.receiver),
    payable: {
      ...payableOf(money),
      ...partsUnderway(money),
      ends_hold_cents: money.hasUnpaidDraw ? paymentThatEndsTheHold(money) : null,
      obstacle: payNowObstacle(view.receiver, money),
    },
    completion,
    kybStatus: facts.kybStatus,
    plaid_account_verification_status: facts.plaid_account_verification_status,
    wantsPhysicalCard: facts.wantsPhysicalCard,
    // They tell of the owner's mails and of a number that no other role sees, and of a card and draws that a held account does not have.
    showsFirstSteps: view.receiver.first_steps_dismissed_at === null && blocks.length === 0 && !caller.isStoreStaff && (!view.isOwn || caller.role === 'owner'),
    isStoreConnected: onboarding.has_store,
    store_reading: reading,
    store_problem: problem && { ...problem, error: storeErrorOf(problem.error) },
    blocks,
    card_tokens: reportedCards(view.receiver, money),
    closing: closingState(view.receiver),
    abilities: caller.isStoreStaff ? [...staffAbilities] : abilities(caller, record),
    is_email_confirmed: isMailAddressConfirmed(view.receiver),
    email_waiting: waiting === view.receiver.contact_email ? null : waiting,
    is_opened_by_store: appPlatforms.some((platform) => platform === view.receiver.origin_platform),
    owner_needed: caller.isStoreStaff ? await ownerNeeded(deps, caller) : null,
    staff_access: readStaffAccess(view.receiver.staff_access),
    // Staff see the account as its owner does.
    role: view.isOwn ? caller.role : 'owner',
    member: view.isOwn && caller.memberId !== null ? { id: caller.memberId, name: caller.person.name, email: caller.person.email } : null,
  };
  return view.holderId === undefined ? answer : cutToHolder(answer, record);
}
