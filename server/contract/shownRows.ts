import { isoDate } from '../domain/basics/dates.ts';
import { describeForeign } from '../domain/basics/foreignMoney.ts';
import { cents } from '../domain/basics/money.ts';
import { cardInWords } from '../domain/card/namedCard.ts';
import type { CardActivity, ReceivableActivity, TransferActivity } from '../domain/table/activity.ts';
import { isPending } from '../domain/table/statusWords.ts';
import { cellsOf, tabs } from '../domain/table/table.ts';
import type { TransactionsPage } from './transactions.ts';

export interface ShownRow {
  id: string;
  /** The formatted cells, in the order of the tab's columns. */
  cells: string[];
  /** The price of a purchase abroad and its rate, which stand below the merchant; null for all other rows. */
  abroad: string | null;
  /** Whether it is a purchase that is only held so far; a mark beside its type says so. */
  isPending: boolean;
  /** The card of a purchase and the person who holds it; empty for a card that is not kept, null for all other rows. */
  card: { words: string; person: string } | null;
}

type Row<Tab extends TransactionsPage['tab']> = Extract<TransactionsPage, { tab: Tab }>['rows'][number];

/** Returns the rows of a page, formatted for the reader. */
export function shownRows(page: TransactionsPage): ShownRow[] {
  switch (page.tab) {
    case 'card':
      return page.rows.map((row) => ({
        id: row.id,
        cells: cellsOf(tabs.card, cardActivity(row)),
        abroad: row.foreign && describeForeign(row.foreign, cents(row.amount_cents)),
        isPending: isPending(row),
        card: { words: row.card === null ? '' : cardInWords(row.card), person: row.card?.holder ?? '' },
      }));
    case 'repayments':
      return page.rows.map((row) => ({ id: row.id, cells: cellsOf(tabs.repayments, transferActivity(row)), ...notOfACard }));
    case 'receivables':
      return page.rows.map((row) => ({ id: row.id, cells: cellsOf(tabs.receivables, receivableActivity(row)), ...notOfACard }));
  }
}

const notOfACard = { abroad: null, isPending: false, card: null } as const;

/** Returns a row of the wire, with its texts and plain numbers turned into the domain's types. */
function cardActivity(row: Row<'card'>): CardActivity {
  return {
    ...row,
    amount_cents: cents(row.amount_cents),
    created_at: new Date(row.created_at),
    repayment_date: row.repayment_date === null ? null : isoDate(row.repayment_date),
  };
}

function transferActivity(row: Row<'repayments'>): TransferActivity {
  return { ...row, amount_cents: cents(row.amount_cents), created_at: new Date(row.created_at) };
}

function receivableActivity(row: Row<'receivables'>): ReceivableActivity {
  return { ...row, amount_cents: cents(row.amount_cents), created_at: new Date(row.created_at) };
}
