import { addCalendarDays, type IsoDate, startOfDay } from '../../domain/basics/dates.ts';
import { prismaOf, type Transaction } from '../client.ts';
import { perReceiver, receiversAtOnce } from './plannerRuns.ts';

interface DueLetters {
  /** The program. */
  whitelabel: string;
  /** Letters about debits may be due up to those of this day. */
  lastDebit: IsoDate;
  /** The Monday of a summary that may be due; null when none is. */
  monday: IsoDate | null;
}

/** How many days before its due date a debt may be drawn on the day of the week that a merchant chose: a week, and holidays next to it. */
const weeklyDrawDays = 14;

/**
 * Returns the ids of the program's next receivers to whom a letter may be due, after one and ordered by id:
 * - an amount that they owe, or that is held on the card, is due by the day of the last debit, or drawn by then on a day they chose;
 * - the day of such an amount is unknown;
 * - on a Monday, they have a card or a debt, want the summary in any way, and were not mailed it.
 */
export async function receiversToWrite(transaction: Transaction, { whitelabel, lastDebit, monday }: DueLetters, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE whitelabel = ${whitelabel} AND id > ${after}::uuid AND (
      ((next_payment_at IS NULL OR next_payment_at <= ${startOfDay(lastDebit)}
          OR (next_payment_at <= ${startOfDay(addCalendarDays(lastDebit, weeklyDrawDays))}
            AND EXISTS (SELECT FROM draw_preference WHERE receiver_id = receiver.id AND weekday IS NOT NULL ${perReceiver})))
        AND EXISTS (SELECT FROM ledger_balance WHERE receiver_id = receiver.id AND account IN ('owed', 'pending') AND balance_cents > 0 ${perReceiver}))
      OR (${monday}::text IS NOT NULL
        AND (gets_monday_email OR EXISTS (SELECT FROM alert_choice WHERE receiver_id = receiver.id AND event = 'weekly_summary' AND is_on ${perReceiver}))
        AND (EXISTS (SELECT FROM card WHERE receiver_id = receiver.id AND state <> 'CLOSED' ${perReceiver})
          OR EXISTS (SELECT FROM ledger_balance WHERE receiver_id = receiver.id AND account = 'owed' AND balance_cents > 0 ${perReceiver}))
        AND NOT EXISTS (SELECT FROM email_sent WHERE receiver_id = receiver.id AND kind = 'monday_summary' AND dedupe_key = ${monday} AND sent_at IS NOT NULL ${perReceiver}))
    )
    ORDER BY id LIMIT ${receiversAtOnce}`;
  return rows.map(({ id }) => id);
}
