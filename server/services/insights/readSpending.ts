import type { SpendingAnswer } from '../../contract/insights.ts';
import { inTransaction } from '../../db/database.ts';
import { readSpendingSums } from '../../db/queries/spending.ts';
import { addMonths, readMonth } from '../../domain/basics/periods.ts';
import { type SpendingGrouping, spendingGroups, spendingTotal } from '../../domain/insights/spendingGroups.ts';
import { readNamedCards, type SeenCards } from '../card/namedCards.ts';
import type { Deps } from '../deps.ts';

interface Asked {
  by: SpendingGrouping;
  /** `YYYY-MM`, in UTC. */
  month: string;
}

/** Returns what was spent in a month beside the month before, in groups. A cardholder gets what was spent with their own cards. */
export async function readSpending({ database }: Pick<Deps, 'database'>, view: SeenCards, { by, month: text }: Asked): Promise<SpendingAnswer> {
  const month = readMonth(text);
  const { sums, cards } = await inTransaction(database, async (transaction) => ({
    sums: await readSpendingSums(transaction, view, { by, month }),
    cards: by === 'card' || by === 'person' ? await readNamedCards(transaction, view) : [],
  }));
  const groups = spendingGroups(by, sums, cards);
  return { by, month, before: addMonths(month, -1), total: spendingTotal(sums), groups: groups.map((group) => ({ ...group })) };
}
