import { cardInWords, type NamedCard } from '../card/namedCard.ts';
import type { ShownCardActivity } from '../table/activity.ts';
import { type Column, type Tab, type TabKey, tabs } from '../table/table.ts';
import { csvLines } from './csv.ts';
import type { ReportWriter } from './writer.ts';

/** The transactions table as a file: the same columns and rows, in the same order, and for purchases their card and its holder. */

const suffixes: Readonly<Record<TabKey, string>> = { card: 'card-transactions', repayments: 'repayments', receivables: 'receivables' };

export function tableFileName(brand: string, tab: TabKey): string {
  return `${brand}-${suffixes[tab]}.csv`;
}

function tableReport<Row>({ columns }: Pick<Tab<Row>, 'columns'>): ReportWriter<Row> {
  return {
    begin: () => csvLines([columns.map(({ label }) => label)]),
    rows: (batch) => csvLines(batch.map((row) => columns.map(({ cell, fileCell = cell }) => fileCell(row)))),
    end: () => '',
  };
}

/** Returns the further columns of purchases, by the cards of the account; empty for a card that is not kept any more. */
function cardColumns(cards: readonly NamedCard[]): Column<ShownCardActivity>[] {
  const byToken = new Map(cards.map((card) => [card.token, { card: cardInWords(card), person: card.holder.name }]));
  return [
    { key: 'card', label: 'Card', cell: ({ card_token }) => byToken.get(card_token)?.card ?? '' },
    { key: 'person', label: 'Person', cell: ({ card_token }) => byToken.get(card_token)?.person ?? '' },
  ];
}

export const tableReports = {
  card: (cards: readonly NamedCard[]) => tableReport<ShownCardActivity>({ columns: [...tabs.card.columns, ...cardColumns(cards)] }),
  repayments: () => tableReport(tabs.repayments),
  receivables: () => tableReport(tabs.receivables),
} as const;
