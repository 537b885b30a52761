import { bankName } from '../bank/bankName.ts';
import { formatDay } from '../basics/dateFormats.ts';
import { type Cents, cents, noMoney, smaller } from '../basics/money.ts';
import { isEnough, type ShortDraw, shortDrawTexts, usd } from './shortDrawWords.ts';

/** The words about what can be done about a draw that looks short. */

/** Says what is drawn from which bank, what looks safe, what is missing, and on which day (UTC) that was looked up. */
export function shortDrawSentences(short: ShortDraw): readonly string[] {
  const { debit_date, amount_cents, safe_cents, missing_cents, checked_at, bank } = short;
  const drawn = `${usd(amount_cents)} is drawn on ${formatDay(debit_date)} from ${bankName(bank)}.`;
  const looked = formatDay(checked_at.slice(0, 10));
  if (safe_cents === null)
    return [
      drawn,
      `On ${looked} your bank did not tell what is in the account, but a debit of this size looks likely to come back. We cannot say what is missing.`,
    ];
  if (isEnough(short))
    return [drawn, `On ${looked} your balance seemed to be enough, but a debit of this size looked likely to come back. Nothing seems to be missing.`];
  const safe = safe_cents === 0 ? 'None of it looks safe to draw' : `${usd(safe_cents)} of it looks safe to draw`;
  return [drawn, `${safe}, so ${usd(missing_cents)} is missing. We looked on ${looked}, and left what your store sells in a few days for other debits.`];
}

/** Says what happens to the draw when the merchant chooses nothing. */
export function ifYouDoNothing(short: Pick<ShortDraw, 'debit_date' | 'amount_cents' | 'safe_cents' | 'other_bank' | 'waits'>): string {
  const { debit_date, other_bank, waits } = short;
  const day = formatDay(debit_date);
  if (isEnough(short)) return `If you do nothing, we draw all of it on ${day} if your balance is still enough then. ${shortDrawTexts.stays}`;
  const rest = 'the rest from the next banking day on, once it looks safe';
  if (other_bank === null && waits === null) return `If you do nothing, we draw on ${day} only what looks safe then, and ${rest}. ${shortDrawTexts.stays}`;
  const stillShort = `If you do nothing and it is still short on ${day}, `;
  const byOther = other_bank === null ? '' : 'we draw what does not fit from your other bank if that can bear it whole. Otherwise ';
  const then =
    waits === null
      ? `we draw only what looks safe, and ${rest}`
      : `it waits until all of it looks safe${waits === 'some_days' ? ', usually for a few banking days at most' : ''}`;
  // A payment that came back was not in time.
  return `${stillShort}${byOther}${then}.${waits === 'for_money' ? '' : ` ${shortDrawTexts.stays}`}`;
}

/** Says what a choice about the draw does, before it is confirmed. */
export function choiceWords(choice: 'move' | 'other_bank', { debit_date, amount_cents, other_bank }: ShortDraw): string {
  if (choice === 'other_bank') return `${usd(amount_cents)} is drawn on ${formatDay(debit_date)} from ${bankName(other_bank)}. ${shortDrawTexts.stays}`;
  return `${usd(amount_cents)} is drawn on the day that you choose. You can move it once. ${shortDrawTexts.stays}`;
}

/**
 * Returns how much to offer to pay now of a draw that looks short: what looks safe, which then cannot come back with the rest. A payment
 * comes from the same account, so that as much is missing afterward. Null for an amount of the merchant's own choice.
 */
export function partToPay({ amount_cents, safe_cents }: Pick<ShortDraw, 'amount_cents' | 'safe_cents'>, most: Cents): Cents | null {
  const part = smaller(cents(amount_cents), smaller(cents(safe_cents ?? 0), most));
  return part > noMoney ? part : null;
}
