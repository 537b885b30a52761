import type { Clock } from '../../server/clock.ts';
import { isoDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { Refused } from '../../server/providers/failure.ts';
import type { Bank, BankEvent, BankTransfer, BankTransferEvent, TransferAuthorization, TransferOrder } from '../../server/providers/ports/bank.ts';
import { hashOf } from '../support/chance.ts';
import { countDays, isBankDay, newYorkDay, writeDay } from './oracle/calendar.ts';

/** Possible fates of a debit or a payout: declined at once, returned at one of its states, or good. */
const fates = ['well', 'well', 'well', 'well', 'declined', 'pending', 'posted', 'settled', 'funds_available'] as const;
const stages = ['pending', 'posted', 'settled', 'funds_available'];

/** The codes with which debits come back: to be presented again, to end the link, to stop all debits, and for staff. */
const codes = ['R01', 'R01', 'R01', 'R01', 'R09', 'R02', 'R03', 'R08', 'R10', 'R29', 'R16'] as const;

/** The most banking days between the last good state of a debit and its return. */
const longestDelay = 20;

/** The banking days after the settlement until which ordinary returns come. */
const windowDays = 3;

interface Transfer {
  transfer: BankTransfer;
  fate: (typeof fates)[number];
  /** Banking days until it comes back once its funds are available. */
  delay: number;
  wasSettled: boolean;
  /** The words on the bank statement. */
  description: string;
  /** When it reached its present state. */
  movedAt: Date;
}

export interface SimulatedBank {
  port: Pick<Bank, 'authorizeTransfer' | 'createTransfer' | 'getTransfer' | 'listTransfers' | 'syncTransferEvents' | 'readEvent'>;
  transfers: () => readonly Transfer[];
  /** Whether any transfer can still change, or has come so lately that it can still come back. */
  isBusy: () => boolean;
  /**
   * Plays one banking day. Returns the webhook events that it causes. Of one transfer a day is settled that it is good, or not: of two, which
   * one is booked first decides what each of them pays, and in a storm either may be the first.
   */
  workADay: () => BankEvent[];
}

/**
 * A bank in memory. The fate of a transfer follows only from the history's seed, the day and the amount, so that it is
 * the same whatever goes wrong on the way.
 */
export function simulatedBank(life: string, seed: string, clock: Clock): SimulatedBank {
  const authorizations = new Map<string, { authorization: TransferAuthorization; order: TransferOrder }>();
  const transfers = new Map<string, Transfer>();
  const events: BankTransferEvent[] = [];
  const refused = (call: string) => new Refused({ provider: 'plaid', call, code: 'NOT_FOUND', message: 'there is none', status: 400 });
  const drawn = (what: string, { amountCents }: Pick<TransferOrder, 'amountCents'>) =>
    hashOf(`${seed} ${what} ${clock().toISOString().slice(0, 10)} ${amountCents}`);
  const fateOf = (order: TransferOrder) => fates[drawn('fate', order) % fates.length] ?? 'well';

  /** Adds the event of a transfer's new state. Returns when it happened. */
  function tell(transfer: BankTransfer): Date {
    const { transferId, status: type, direction, amountCents, failure } = transfer;
    const at = clock();
    events.push({ eventId: events.length + 1, type, transferId, direction, amountCents, failure, at });
    return at;
  }

  const isSentBackToday = ({ transfer: { status }, fate, delay }: Transfer) => fate === status && (fate !== 'funds_available' || delay === 0);

  /** Returns the last day of the window for ordinary returns of a debit that settles now. The bank does not name it for every fourth. */
  const windowOf = (transfer: BankTransfer) =>
    transfer.direction === 'credit' || drawn('window', transfer) % 4 === 0
      ? null
      : isoDate(writeDay(countDays(newYorkDay(clock().getTime()), windowDays, isBankDay)));

  function move(one: Transfer): void {
    const { transfer, fate, delay, wasSettled } = one;
    if (fate === transfer.status && fate === 'funds_available' && delay > 0) {
      transfers.set(transfer.transferId, { ...one, delay: delay - 1 });
      return;
    }
    const isSentBack = fate === transfer.status;
    const next = isSentBack ? (fate === 'pending' ? 'failed' : 'returned') : stages[stages.indexOf(transfer.status) + 1];
    if (!stages.includes(transfer.status) || next === undefined) return;
    const failure = isSentBack ? { code: null, achReturnCode: codes[drawn('code', transfer) % codes.length] ?? 'R01', description: 'It came back' } : null;
    const standardReturnWindow = next === 'settled' ? windowOf(transfer) : transfer.standardReturnWindow;
    const moved = { ...transfer, status: next, failure, standardReturnWindow };
    transfers.set(transfer.transferId, { ...one, transfer: moved, wasSettled: wasSettled || next === 'settled', movedAt: tell(moved) });
  }

  return {
    transfers: () => [...transfers.values()],
    isBusy: () =>
      [...transfers.values()].some(({ transfer: { status }, fate, movedAt }) => {
        if (!stages.includes(status)) return false;
        return (
          status !== 'funds_available' || fate === status || newYorkDay(clock().getTime()) <= countDays(newYorkDay(movedAt.getTime()), windowDays, isBankDay)
        );
      }),
    workADay() {
      const before = events.length;
      const [, ...others] = [...transfers.values()].filter((one) => isSentBackToday(one) || one.transfer.status === 'posted');
      for (const one of [...transfers.values()]) if (!others.includes(one)) move(one);
      const isNew = events.length > before;
      return isNew ? [{ id: `${life}-b${events.length}`, type: 'TRANSFER', code: 'TRANSFER_EVENTS_UPDATE', about: 'transfers', itemId: null }] : [];
    },
    port: {
      async authorizeTransfer(order) {
        const known = authorizations.get(order.key);
        if (known) return known.authorization;
        const isDeclined = fateOf(order) === 'declined';
        const authorization: TransferAuthorization = {
          authorizationId: `${life}-a${authorizations.size + 1}`,
          decision: isDeclined ? 'declined' : 'approved',
          rationale: isDeclined ? { code: 'NSF', description: 'Not enough money' } : null,
        };
        authorizations.set(order.key, { authorization, order });
        return authorization;
      },
      async createTransfer({ authorizationId, key, description }) {
        const made = [...transfers.values()].find(({ transfer }) => transfer.authorizationId === authorizationId);
        if (made) return made.transfer;
        const granted = [...authorizations.values()].find(({ authorization }) => authorization.authorizationId === authorizationId);
        if (granted?.authorization.decision !== 'approved') throw refused('createTransfer');
        const transfer: BankTransfer = {
          transferId: `${life}-p${transfers.size + 1}`,
          authorizationId,
          accountId: granted.order.accountId,
          direction: granted.order.direction,
          amountCents: cents(granted.order.amountCents),
          status: 'pending',
          failure: null,
          key,
          createdAt: clock(),
          expectedSettlementDate: null,
          standardReturnWindow: null,
        };
        transfers.set(transfer.transferId, {
          transfer,
          fate: fateOf(granted.order),
          delay: drawn('delay', transfer) % longestDelay,
          wasSettled: false,
          description,
          movedAt: tell(transfer),
        });
        return transfer;
      },
      async getTransfer(transferId) {
        const known = transfers.get(transferId);
        if (!known) throw refused('getTransfer');
        return known.transfer;
      },
      listTransfers: async ({ since, until }) => ({
        items: [...transfers.values()].map(({ transfer }) => transfer).filter(({ createdAt }) => createdAt >= since && createdAt <= until),
        next: null,
      }),
      async syncTransferEvents(afterId) {
        const newer = events.filter(({ eventId }) => eventId > afterId).slice(0, 3);
        return { events: newer, lastEventId: newer.at(-1)?.eventId ?? afterId, hasMore: (newer.at(-1)?.eventId ?? events.length) < events.length };
      },
      // The simulation delivers events as they were made above.
      readEvent: async (rawBody) => JSON.parse(rawBody.toString()) as BankEvent,
    },
  };
}
