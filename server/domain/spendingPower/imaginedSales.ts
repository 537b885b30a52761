import { type Cents, cents, formatUsd, negate, noMoney } from '../basics/money.ts';
import { percent } from '../basics/percent.ts';
import { readTypedDollars } from '../basics/typedDollars.ts';

/** The form in which a merchant imagines other sales, and the limit of these in words. */

export interface TypedSales {
  readonly monthly: string;
  readonly returned: string;
  readonly secondStore: string;
}

/** The sales that the form begins with. */
interface OwnSales {
  readonly monthly_sales_cents: number;
  readonly returned_basis_points: number;
}

/** The imagined sales as the call takes them: a figure of the merchant's own that was not changed is left out, since the form rounds it. */
export interface ImaginedSalesQuery {
  readonly monthly_sales_cents?: string;
  readonly returned_basis_points?: string;
  readonly second_store_cents: string;
}

/** The imagined sales as the form shows them. */
interface SaidSales {
  readonly monthly_cents: Cents;
  readonly returned_basis_points: number;
  readonly second_store_cents: Cents;
}

export type ImaginedSalesProblems = Readonly<Partial<Record<keyof TypedSales, string>>>;

/** The typed sales with the call's query, or the mistake of each field. */
type ReadSales =
  | { imagined: { said: SaidSales; query: ImaginedSalesQuery }; problems: ImaginedSalesProblems }
  | { imagined: null; problems: ImaginedSalesProblems };

const amountProblem = 'Enter an amount in dollars, such as 12,000.';

/** Reads what was typed over the merchant's own sales. A second store that is left empty sells nothing. */
export function readTypedSales({ monthly, returned, secondStore }: TypedSales, own: OwnSales): ReadSales {
  const begun = typedFrom(own);
  const sold = readTypedDollars(monthly) ?? 'wrong';
  const second = readTypedDollars(secondStore) ?? noMoney;
  const share = returned === begun.returned ? own.returned_basis_points : readTypedPercent(returned);
  if (sold === 'wrong' || second === 'wrong' || share === null) {
    const problems = {
      ...(sold === 'wrong' && { monthly: amountProblem }),
      ...(second === 'wrong' && { secondStore: amountProblem }),
      ...(share === null && { returned: 'Enter a percentage from 0 to 100, such as 4.5.' }),
    };
    return { imagined: null, problems };
  }
  const query = {
    ...(monthly !== begun.monthly && { monthly_sales_cents: `${sold}` }),
    ...(returned !== begun.returned && { returned_basis_points: `${share}` }),
    second_store_cents: `${second}`,
  };
  return { imagined: { said: { monthly_cents: sold, returned_basis_points: share, second_store_cents: second }, query }, problems: {} };
}

/** Reads a percentage with up to two decimals as basis points; null when it is none from 0 to 100. */
function readTypedPercent(typed: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(typed.replaceAll(/[%\s]/g, ''));
  if (!match) return null;
  const basisPoints = Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
  return basisPoints <= 10_000 ? basisPoints : null;
}

/** Writes whole dollars and a percentage as they would be typed, to begin from. */
export function typedFrom({ monthly_sales_cents, returned_basis_points }: OwnSales): TypedSales {
  return { monthly: `${Math.trunc(monthly_sales_cents / 100)}`, returned: `${returned_basis_points / 100}`, secondStore: '' };
}

interface Imagined {
  readonly said: SaidSales;
  readonly total_cents: number;
  readonly total_change_cents: number;
}

/** `If you sell $12,000.00 a month and 5% of it comes back, your limit is $9,120.00: $1,120.00 more than now.` */
export function imaginedSalesWords({ said, total_cents, total_change_cents }: Imagined): string {
  const { monthly_cents, returned_basis_points, second_store_cents } = said;
  const beside = second_store_cents > 0 ? `, a second store sells ${formatUsd(second_store_cents)}` : '';
  const sales = `you sell ${formatUsd(monthly_cents)} a month${beside} and ${percent(returned_basis_points)} of it comes back`;
  return `If ${sales}, your limit is ${formatUsd(cents(total_cents))}: ${comparedWords(cents(total_change_cents))}.`;
}

function comparedWords(change: Cents): string {
  if (change === 0) return 'the same as now';
  return change > 0 ? `${formatUsd(change)} more than now` : `${formatUsd(negate(change))} less than now`;
}
