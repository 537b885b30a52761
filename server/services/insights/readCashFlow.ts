import type { CashFlowAnswer } from '../../contract/cashFlow.ts';
import { invalidFields } from '../../contract/invalidRequest.ts';
import { storedCents } from '../../db/cents.ts';
import { readPurchasesByMerchant, readStoreCash, type StoreCashRows } from '../../db/queries/cashFlow.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isCutOff } from '../../domain/bank/bankStatus.ts';
import { addCalendarDays, dayMs, hourMs, type IsoDate, isoDate, startOfDay } from '../../domain/basics/dates.ts';
import { add, cents } from '../../domain/basics/money.ts';
import { type CashFacts, cashForecast, type WhatIf } from '../../domain/cashFlow/cashForecast.ts';
import { cashDays, isOnLine } from '../../domain/cashFlow/cashLine.ts';
import { cashSentences } from '../../domain/cashFlow/cashSentences.ts';
import type { StoreFacts } from '../../domain/cashFlow/storePayouts.ts';
import { lowestInWords, type PayAnswer, type PowerFacts, payInWords, spendAnswer, spendInWords } from '../../domain/cashFlow/whatIf.ts';
import { subscriptionDays } from '../../domain/insights/subscriptions.ts';
import { merchantInWords } from '../../domain/table/filters.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { currentBankLink } from '../bank/bankLink.ts';
import type { Deps } from '../deps.ts';
import { type Account, readAccount } from '../ledger/account.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { drawFacts } from '../repayment/drawFacts.ts';
import { isDrawnFrom } from '../repayment/isDrawnFrom.ts';
import { previewPayNow } from '../repayment/payNow.ts';

/** The purchase and the payment that a merchant asks to see in the line, as the call has them. */
interface Asked {
  spend_cents?: number | undefined;
  spend_on?: string | undefined;
  pay_cents?: number | undefined;
}

/** How far back sales are read: a year, the weeks before it that are compared, and a margin. */
const readDays = 450;

/**
 * Returns the cash of the next 90 days at the linked bank, and what the purchase and the payment asked about would change. Stores
 * nothing; a balance older than a day is asked for again afterward.
 * Throws `invalid_request` for a day outside the line, and `more_than_payable` for a payment above what can be paid.
 */
export async function readCashFlow(deps: Deps, view: ReceiverView, asked: Asked): Promise<CashFlowAnswer> {
  const { scope, receiver } = view;
  const { database, clock, isHoliday, isBankHoliday } = deps;
  const today = programDay(receiver, clock());
  const whatIf = readWhatIf(asked, today);
  const since = addCalendarDays(today, -readDays);
  const [account, isDrawn, link, second, store, purchases] = await Promise.all([
    readAccount(deps, database, scope, receiver),
    isDrawnFrom(database, scope, receiver),
    currentBankLink(database, scope),
    currentBankLink(database, scope, 'fallback'),
    readStoreCash(database, scope, since),
    readPurchasesByMerchant(database, scope, startOfDay(addCalendarDays(today, -subscriptionDays))),
  ]);
  const balance = balanceOf(link);
  const facts: CashFacts = {
    today,
    balance: balance && { amount_cents: balance.amount, readOn: programDay(receiver, balance.at) },
    debt: isDrawn ? { ...(await drawFacts(deps, database, scope, account)), owed: account.outstanding } : null,
    begun: account.draws.map((draw) => ({ ...draw, is_elsewhere: draw.bank_account_id !== null && draw.bank_account_id === second?.account_id })),
    store: storeFacts(store, today, since),
    purchases: purchases.map((purchase) => ({ ...purchase, merchant: merchantInWords(purchase.merchant) })),
    rules: { receiver, isHoliday },
    isBankHoliday,
  };
  await refreshOldBalance(deps, scope, link);
  const forecast = cashForecast(facts);
  const shown = whatIf ? cashForecast(facts, whatIf) : forecast;
  return {
    today,
    history_days: shown.payouts?.record.days ?? 0,
    is_expected: shown.isExpected,
    balance: balance && { cents: balance.amount, at: balance.at.toISOString() },
    has_store: store.stores.length > 0,
    days: shown.days.map((day) => ({ ...day })),
    flows: shown.flows.map((flow) => ({ ...flow })),
    lowest: shown.lowest,
    sentences: [...cashSentences(facts, shown)],
    what_if: whatIf && (await answerWhatIf(deps, view, whatIf, { facts, forecast, shown, account })),
  };
}

function readWhatIf({ spend_cents, spend_on, pay_cents }: Asked, today: IsoDate): WhatIf | null {
  if (spend_cents === undefined && pay_cents === undefined) return null;
  const on = spend_on === undefined ? today : isoDate(spend_on);
  if (!isOnLine(on, today)) throw invalidFields([{ path: 'query.spend_on', message: `Choose a day from today to ${cashDays - 1} days from now.` }]);
  return {
    spend: spend_cents === undefined ? null : { amount_cents: cents(spend_cents), on },
    pay: pay_cents === undefined ? null : { amount_cents: cents(pay_cents) },
  };
}

/** Returns what can be drawn from the account as the bank last said, and when; null where it said nothing. */
function balanceOf(link: BankLink | null) {
  const amount = link?.balance_available_cents ?? link?.balance_current_cents ?? null;
  const at = link?.balance_at ?? null;
  return amount === null || at === null ? null : { amount: storedCents(amount), at };
}

/** Returns the facts of the stores; null without a store. Where a platform hides older orders, sales are known from the first day shown. */
function storeFacts({ stores, first, ...rows }: StoreCashRows, today: IsoDate, since: IsoDate): StoreFacts | null {
  if (stores.length === 0) return null;
  const shown = stores.flatMap(({ shown_since }) => shown_since ?? []).toSorted();
  const known = [shown[0], first].filter((day) => typeof day === 'string').toSorted()[0] ?? today;
  return {
    ...rows,
    platforms: stores.map(({ platform }) => platform),
    first: known < since ? since : known,
    isBeingRead: stores.some(({ is_being_read }) => is_being_read),
  };
}

interface Answered {
  facts: CashFacts;
  forecast: ReturnType<typeof cashForecast>;
  shown: ReturnType<typeof cashForecast>;
  account: Account;
}

async function answerWhatIf(
  deps: Deps,
  view: ReceiverView,
  whatIf: WhatIf,
  { facts, forecast, shown, account }: Answered,
): Promise<NonNullable<CashFlowAnswer['what_if']>> {
  const { trust: rule, finalAfterBankingDays: finalAfter } = programOf(view.receiver);
  const power: PowerFacts = { total: account.totalPower, used: add(account.outstanding, account.approved), trust: account.trust, rule, finalAfter };
  const spend = whatIf.spend && spendAnswer(whatIf.spend, { facts, forecast: shown, power });
  const pay = whatIf.pay && (await payAnswer(deps, view, whatIf.pay));
  return {
    spend,
    pay,
    lowest_before: forecast.lowest,
    sentences: [
      ...(spend ? spendInWords(spend, facts) : []),
      ...(pay ? payInWords(pay) : []),
      ...lowestInWords(forecast.lowest, shown.lowest),
      'Nothing is bought or paid by asking.',
    ],
  };
}

/** Returns what paying now would free, by the rule of paying itself. */
async function payAnswer(deps: Deps, view: ReceiverView, { amount_cents }: NonNullable<WhatIf['pay']>): Promise<PayAnswer> {
  const preview = await previewPayNow(deps, view, { pay: 'amount', amount_cents });
  const { frees_cents, available_after_cents, frees_later_cents, settles_on, final_on } = preview;
  return { amount_cents: preview.amount_cents, frees_cents, available_after_cents, frees_later_cents, settles_on, final_on };
}

/**
 * Queues another look at a balance that is older than a day, within the bank's quota: the reader does not wait for it, and is told when
 * it has changed. A link that was asked within the hour is left alone, and so is one that the bank wants a new sign-in for.
 */
async function refreshOldBalance({ queue, clock }: Deps, { receiverId }: ReceiverScope, link: BankLink | null): Promise<void> {
  if (link?.access_token == null || isCutOff(link.health)) return;
  const ageMs = (instant: Date | null) => (instant === null ? Number.POSITIVE_INFINITY : clock().getTime() - instant.getTime());
  if (ageMs(link.balance_at) < dayMs || ageMs(link.last_synced_at) < hourMs) return;
  await queue.send('refresh-bank', { receiver_id: receiverId, link_id: link.id }, { singletonKey: link.id });
}
