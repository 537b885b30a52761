import { formatDay } from '../basics/dateFormats.ts';
import { type IsoDate, isCalendarDay } from '../basics/dates.ts';
import { type Cents, formatUsd } from '../basics/money.ts';
import { capitalized } from '../basics/words.ts';
import { meaningOfFailure } from '../repayment/returnCodes.ts';

/** A difference between our books and a provider's, as staff read it. */
interface ShownDifference {
  readonly provider: string;
  readonly subject: string;
  /** Null when it concerns no amount. */
  readonly amount: Cents | null;
  /** The provider's code, such as R29; null when there is none. */
  readonly code: string | null;
  readonly due_date: string | null;
  readonly direction: string | null;
  /** Whether it is known which customer it concerns. */
  readonly hasCustomer: boolean;
  /** Where a purchase was approved, and on which day of the program; null for anything else. */
  readonly merchant: string | null;
  readonly decidedOn: IsoDate | null;
}

/** Says what differs and what staff have to do about it. */
export function differenceInWords({ provider: name, subject, amount, code, due_date, direction, hasCustomer, merchant, decidedOn }: ShownDifference): string {
  const provider = capitalized(name);
  const money = amount === null ? 'an amount' : formatUsd(amount);
  switch (subject) {
    case 'failed_debit': {
      const due = due_date !== null && isCalendarDay(due_date) ? ` due ${formatDay(due_date)}` : '';
      const { action, mark } = meaningOfFailure(code);
      const next =
        action === 'stop'
          ? 'All debits have stopped until the customer authorizes them again. Ask why, and agree how this is paid.'
          : 'It is not presented again. Ask the customer, and agree how this is paid.';
      return `The debit of ${money}${due} failed (${code === null ? 'no code' : `${code}, ${mark.toLowerCase()}`}). ${next}`;
    }
    case 'returned_after_payout':
      return `${money} was paid out to the customer, and the repayment that it came from was returned (${code ?? 'no code'}). The account is held. Ask the customer, and agree how this is paid.`;
    case 'debit_not_ordered':
      return `The debit of ${money} cannot be ordered at ${provider} (${code ?? 'no code'}). The customer was not told, and it is tried again by itself. Look for a limit or a key of ours there.`;
    case 'stray_transfer': {
      const held =
        hasCustomer && direction === 'debit'
          ? ' If it was a repayment, add it as a credit. Nothing is debited from the customer by itself until this is settled.'
          : '';
      return `${provider} reports a ${direction ?? 'transfer'} of ${money} that our books do not know. Find out there who ordered it, and give the money back if it is wrong.${held}`;
    }
    case 'second_transfer':
      return `${provider} made ${money} of one draw twice. Cancel or give back one of the two.`;
    case 'unclaimed_credit':
      return `${money} belongs to the customer, and nobody has claimed it. Ask to which bank account it is paid out.`;
    case 'business_refused':
      return `${provider} no longer accepts this business. Its cards are paused until it does, and its EIN stays its own. Ask there why, and agree with the customer how what is owed is paid.`;
    case 'approval_unreported': {
      const where = merchant === null ? '' : ` at ${merchant}`;
      const when = decidedOn === null ? '' : ` on ${formatDay(decidedOn)}`;
      return `We approved a purchase of ${money}${where}${when} that ${provider} does not know. It reserves spending power until this is settled. Look for it there first.`;
    }
    default:
      return `Our books and ${provider} disagree about a ${subject.replaceAll('_', ' ')}.`;
  }
}
