import { AccountHolderCategory, TransferStatus, TransferType } from 'plaid';
import { type DayOfAccount, openAccount } from './household/account.ts';
import { type Day, dayOf } from './household/bankingDays.ts';
import { disputeOf, shortComesBack } from './household/comesBack.ts';
import { type Takings, takingsOf } from './household/takings.ts';
import type { PlaidState, StoredAccount, StoredHousehold, StoredTransfer } from './state.ts';

/** The household of an account with the transfers that the provider knows: balances, and debits that come back by themselves. */

const drawnTakings = new Map<string, Takings>();
const takingsKept = 200;

/** Returns the takings of a household's store; they are drawn once. */
function takingsFor({ store }: StoredHousehold): Takings {
  const name = JSON.stringify(store);
  const takings = drawnTakings.get(name) ?? takingsOf({ ...store, openedOn: new Date(store.openedOn) });
  if (drawnTakings.size >= takingsKept) drawnTakings.clear();
  drawnTakings.set(name, takings);
  return takings;
}

const centsOf = ({ transfer }: StoredTransfer): number => Number(transfer.amount.replace('.', ''));

/** Returns the day on which a transfer on its way is expected to settle; undefined for any other. */
const expectedOn = ({ transfer }: StoredTransfer): Day | undefined => {
  const isOnItsWay = transfer.status === TransferStatus.Pending || transfer.status === TransferStatus.Posted;
  return isOnItsWay ? (transfer.expected_settlement_date ?? undefined) : undefined;
};

/** Returns how transfers move the balance, by day: when they settled, and when they came back; in a projection also when they are expected to settle. */
function movementsOf(transfers: readonly StoredTransfer[], isProjection: boolean): Map<Day, number[]> {
  const movements = new Map<Day, number[]>();
  const move = (day: Day, cents: number) => movements.set(day, [...(movements.get(day) ?? []), cents]);
  for (const stored of transfers) {
    const day = stored.settled_on ?? (isProjection ? expectedOn(stored) : undefined);
    if (day === undefined || stored.comes_back?.isUncovered) continue;
    const cents = stored.transfer.type === TransferType.Debit ? -centsOf(stored) : centsOf(stored);
    move(day, cents);
    if (stored.returned_on !== undefined) move(stored.returned_on, -cents);
  }
  return movements;
}

/** Returns a day of an account as the household and the transfers make it; undefined for an account without one. `debits` settle on that day beside them. */
async function dayOfAccount(
  state: PlaidState,
  { base, household }: StoredAccount,
  day: Day,
  { debits = [], isProjection = false }: { debits?: readonly number[]; isProjection?: boolean } = {},
): Promise<DayOfAccount | undefined> {
  if (!household) return undefined;
  const movements = movementsOf(await state.transfers.find({ transfer: { account_id: base.account_id } }), isProjection);
  const account = openAccount(household, takingsFor(household));
  const last = day < household.from ? household.from : day;
  while (account.next() < last) account.live({ movements: movements.get(account.next()) ?? [] });
  return account.live({ movements: movements.get(last) ?? [], debits });
}

/** Returns the available balance, in cents, of a day to come, with the transfers that are on their way; today's for an account without a household. Null when the bank does not tell it. */
export async function projectedCents(state: PlaidState, account: StoredAccount, day: Day): Promise<number | null> {
  const projected = await dayOfAccount(state, account, day, { isProjection: true });
  if (projected) return projected.availableCents;
  const { available } = account.base.balances;
  return available === null ? null : Math.round(available * 100);
}

/** Returns the account with today's balances of its household, or as it is without one. */
export async function withLiveBalance(state: PlaidState, account: StoredAccount): Promise<StoredAccount> {
  const today = await dayOfAccount(state, account, dayOf(state.core.clock.now()));
  if (!today) return account;
  const balances = { ...account.base.balances, available: today.availableCents / 100, current: today.closingCents / 100 };
  return { ...account, base: { ...account.base, balances } };
}

/**
 * Decides whether a debit that settles today comes back by itself: because the balance does not cover it, or because its
 * holder disputes it later. Undefined for one that stays, for payouts, and for accounts without a household.
 */
export async function fateOfSettled(state: PlaidState, stored: StoredTransfer, day: Day): Promise<StoredTransfer['comes_back']> {
  const { type, account_id = '' } = stored.transfer;
  if (type !== TransferType.Debit) return undefined;
  const item = await state.items.findOne({ accounts: [{ base: { account_id } }] });
  const account = item?.accounts.find(({ base }) => base.account_id === account_id);
  if (!account?.household) return undefined;
  const debit = { day, cents: centsOf(stored) };
  const lived = await dayOfAccount(state, account, day, { debits: [debit.cents] });
  const [answer = 'paid'] = lived?.debits ?? [];
  if (answer !== 'paid') return { ...shortComesBack(account.household.seed, debit, answer), isUncovered: true, isDue: true };
  const dispute = disputeOf(account.household, debit, account.base.holder_category === AccountHolderCategory.Business);
  return dispute && { ...dispute, isUncovered: false, isDue: true };
}
