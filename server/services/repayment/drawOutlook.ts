import { storedCents } from '../../db/cents.ts';
import type { Reading } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readStoreCash } from '../../db/queries/cashFlow.ts';
import type { BankLink, DrawOutlook, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { addCalendarDays, type IsoDate, startOfDay } from '../../domain/basics/dates.ts';
import { add, type Cents, noMoney } from '../../domain/basics/money.ts';
import { drawKey, inFlightStatuses, longestNoticeDays, unsentStatuses } from '../../domain/repayment/draw.ts';
import { sumOfDraws } from '../../domain/repayment/drawChoices.ts';
import { averagedDays, fromUsualBank, looksShort, safeAmount, salesCushion } from '../../domain/repayment/safeDraws.ts';
import { type DueDraw, drawsAhead, drawsOnDay } from '../../domain/repayment/upcomingDebits.ts';
import { ProviderFailure, Refused } from '../../providers/failure.ts';
import { providerKey } from '../../providers/key.ts';
import type { DebitRisk } from '../../providers/ports/bank.ts';
import { bankAccessToken, currentBankLink } from '../bank/bankLink.ts';
import { debitableFallback } from '../bank/fallbackBank.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { drawFacts } from './drawFacts.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

/** The bank's answer about debits of an account. */
interface AccountRisk {
  /** In cents; null where the bank did not tell. */
  available: Cents | null;
  /** The highest score of the debits; null where there is none. */
  score: number | null;
}

/**
 * Asks the bank how it will bear the draws of a coming day, stores the answer, and tells the merchant when it looks short. Where the
 * provider evaluates debits, it is asked by the draws' own keys; else for the balance. Throws the bank's failure.
 */
export async function lookAtDraw(deps: Deps, scope: ReceiverScope, debitDate: IsoDate): Promise<void> {
  const receiver = await databaseOf(deps.database, scope).receiver.findUniqueOrThrow();
  if (!(await isDrawnFrom(deps.database, scope, receiver))) return;
  const account = await readAccount(deps, deps.database, scope, receiver);
  // Purchases held on the card today will have settled by then.
  const facts = { ...(await drawFacts(deps, deps.database, scope, account)), owed: account.outstanding };
  const days = drawsAhead(facts, programDay(receiver, deps.clock()), longestNoticeDays);
  const draws = fromUsualBank(days.find(({ debit_date }) => debit_date === debitDate)?.draws ?? []);
  const link = await currentBankLink(deps.database, scope);
  if (draws.length === 0 || link === null) return;
  const risk = deps.providers.bank.evaluatesDebits ? await evaluate(deps, scope, link, draws) : await readBalance(deps, scope, link);
  const outlook = await storeOutlook(deps, scope, link, { debitDate, draws, receiver, risk });
  if (outlook.looks_short) await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'balance_looks_short', about: debitDate });
}

/**
 * Asks again on the day itself, for the balance, where the look before it was short or a retry has come: what is drawn then depends
 * on it. Does nothing on other days. A bank that does not answer leaves what it said before.
 */
export async function lookAtDrawsToday(deps: Deps, scope: ReceiverScope): Promise<void> {
  const own = databaseOf(deps.database, scope);
  const receiver = await own.receiver.findUniqueOrThrow();
  const today = programDay(receiver, deps.clock());
  if (!(await isDrawnFrom(deps.database, scope, receiver))) return;
  const account = await readAccount(deps, deps.database, scope, receiver);
  const draws = fromUsualBank(drawsOnDay(await drawFacts(deps, deps.database, scope, account), today));
  const link = await currentBankLink(deps.database, scope);
  if (draws.length === 0 || link === null) return;
  const before = await own.drawOutlook.findUnique({ where: { receiver_id_debit_date: { debit_date: startOfDay(today) } } });
  const isPutOff = draws.some(({ due_date }) => account.arrangements.some((arrangement) => arrangement.due_date === due_date));
  if (!before?.looks_short && !isPutOff && draws.every(({ retry_of }) => retry_of === null)) return;
  const risk = await readBalance(deps, scope, link).catch(failureIsNoAnswer);
  if (risk === null) return;
  const outlook = await storeOutlook(deps, scope, link, { debitDate: today, draws, receiver, risk });
  const fallback = outlook.looks_short ? await debitableFallback(deps.database, scope) : null;
  if (fallback) await readBalance(deps, scope, fallback).catch(failureIsNoAnswer);
}

/** Returns what is safe to draw on a day, in cents; null where nothing is known, or nothing looks short. */
export async function safeOnDay(reading: Reading, scope: ReceiverScope, day: IsoDate): Promise<Cents | null> {
  const outlook = await outlookOf(reading, scope, day);
  return outlook?.looks_short && outlook.safe_cents !== null ? storedCents(outlook.safe_cents) : null;
}

/** Returns the last look at the draws of a day; null when there was none. */
export function outlookOf(reading: Reading, scope: ReceiverScope, day: IsoDate): Promise<DrawOutlook | null> {
  return databaseOf(reading, scope).drawOutlook.findUnique({ where: { receiver_id_debit_date: { debit_date: startOfDay(day) } } });
}

async function evaluate(deps: Deps, scope: ReceiverScope, link: BankLink, draws: readonly DueDraw[]): Promise<AccountRisk> {
  const accessToken = bankAccessToken(deps, scope, link);
  if (accessToken === null || link.account_id === null) return { available: null, score: null };
  let available: Cents | null = null;
  const scores: number[] = [];
  for (const draw of draws) {
    const key = providerKey(drawKey(scope.receiverId, draw));
    const order = { accessToken, accountId: link.account_id, amountCents: draw.amount_cents, key };
    const risk = await deps.providers.bank.evaluateDebit(order).catch(refusalIsNoAnswer);
    if (risk === null) return readBalance(deps, scope, link);
    const evaluated = { provider_key: key, evaluated_at: deps.clock() };
    await databaseOf(deps.database, scope).drawEvaluation.upsert({
      where: { receiver_id_provider_key: { provider_key: key } },
      create: evaluated,
      update: { evaluated_at: evaluated.evaluated_at },
    });
    await storeBalance(deps, scope, link, risk);
    available = risk.availableCents ?? risk.currentCents;
    if (risk.bankScore !== null) scores.push(risk.bankScore);
  }
  return { available, score: scores.length === 0 ? null : Math.max(...scores) };
}

/** Returns the balance that the bank tells now, and stores it with the link. */
async function readBalance(deps: Deps, scope: ReceiverScope, link: BankLink): Promise<AccountRisk> {
  const accessToken = bankAccessToken(deps, scope, link);
  const unknown = { available: null, score: null };
  if (accessToken === null || link.account_id === null) return unknown;
  const bank = await deps.providers.bank.getBalances(accessToken, link.account_id).catch(refusalIsNoAnswer);
  const account = bank?.accounts.find(({ accountId }) => accountId === link.account_id);
  if (!bank || bank.loginRequired || !account) return unknown;
  await storeBalance(deps, scope, link, account);
  return { available: account.availableCents ?? account.currentCents, score: null };
}

type ToldBalance = Pick<DebitRisk, 'availableCents' | 'currentCents'>;

/** Stores with a link what its bank told of the account; nothing where it told nothing. */
async function storeBalance(deps: Deps, scope: ReceiverScope, { id }: BankLink, { availableCents, currentCents }: ToldBalance): Promise<void> {
  if (availableCents === null && currentCents === null) return;
  const stored = (amount: Cents | null) => (amount === null ? null : BigInt(amount));
  await databaseOf(deps.database, scope).bankLink.update({
    where: { receiver_id_id: { id } },
    data: { balance_available_cents: stored(availableCents), balance_current_cents: stored(currentCents), balance_at: deps.clock() },
  });
}

/** A bank that refuses to tell is the matter of another letter: nothing is known of its account. */
function refusalIsNoAnswer(failure: unknown): null {
  if (failure instanceof Refused) return null;
  throw failure;
}

/** A bank that cannot be asked today does not keep the day's draws from being planned. */
function failureIsNoAnswer(failure: unknown): null {
  if (failure instanceof ProviderFailure) return null;
  throw failure;
}

interface Looked {
  debitDate: IsoDate;
  draws: readonly DueDraw[];
  receiver: Receiver;
  risk: AccountRisk;
}

async function storeOutlook(deps: Deps, scope: ReceiverScope, link: BankLink, { debitDate, draws, receiver, risk }: Looked): Promise<DrawOutlook> {
  const amount_cents = sumOfDraws(draws);
  const cushion = await cushionOf(deps, scope, receiver);
  const unposted = await unpostedDebits(deps.database, scope, link);
  const safe_cents = risk.available === null ? null : safeAmount({ available: risk.available, unposted, cushion });
  const looked = {
    amount_cents: BigInt(amount_cents),
    safe_cents: safe_cents === null ? null : BigInt(safe_cents),
    score: risk.score,
    looks_short: looksShort({ amount_cents, safe_cents, score: risk.score }),
    checked_at: deps.clock(),
  };
  return databaseOf(deps.database, scope).drawOutlook.upsert({
    where: { receiver_id_debit_date: { debit_date: startOfDay(debitDate) } },
    create: { debit_date: startOfDay(debitDate), ...looked },
    update: looked,
  });
}

/** Returns what is left for other debits, in cents; nothing without a store. */
async function cushionOf({ database, clock }: Deps, scope: ReceiverScope, receiver: Receiver): Promise<Cents> {
  const { sold } = await readStoreCash(database, scope, addCalendarDays(programDay(receiver, clock()), -averagedDays));
  return salesCushion(add(noMoney, ...sold.map(({ sold_cents }) => sold_cents)), programOf(receiver).draws.cushionSalesDays);
}

/** Returns the sum of our debits of a linked account that its bank may not know of yet, in cents. */
export const unpostedDebits = (reading: Reading, scope: ReceiverScope, link: BankLink): Promise<Cents> =>
  sumOfDebits(reading, scope, link, { statuses: ['pending', ...unsentStatuses], since: new Date(0) });

/** Returns the sum of our debits of a linked account that were ordered after its bank was asked, in cents: they take from what it told. */
export const debitsSince = (reading: Reading, scope: ReceiverScope, link: BankLink, asked_at: Date): Promise<Cents> =>
  sumOfDebits(reading, scope, link, { statuses: [...inFlightStatuses], since: asked_at });

interface Debits {
  statuses: readonly string[];
  since: Date;
}

/** A draw without a link is of the usual bank. */
async function sumOfDebits(reading: Reading, scope: ReceiverScope, { id, role }: BankLink, { statuses, since }: Debits): Promise<Cents> {
  const ofAccount = [{ bank_link_id: id }, ...(role === 'main' ? [{ bank_link_id: null }] : [])];
  const draws = await databaseOf(reading, scope).draw.findMany({
    where: { status: { in: [...statuses] }, created_at: { gt: since }, OR: ofAccount },
    select: { amount_cents: true },
  });
  return add(noMoney, ...draws.map(({ amount_cents }) => storedCents(amount_cents)));
}
