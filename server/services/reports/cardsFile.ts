import type { getCardsCsv } from '../../contract/cards.ts';
import type { AnswerOf } from '../../contract/define.ts';
import { cents } from '../../domain/basics/money.ts';
import { cardsFileName, cardsFileText } from '../../domain/reports/cardsFile.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { summariesOf } from '../card/presentCards.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { csvType, type ReportFile } from './reportFile.ts';

/** Returns the file of all cards, or the number of its rows to a caller who wants no file. Some dozens of lines: it is made at once. */
export async function cardsFile(deps: Deps, view: ReceiverView, wants: string): Promise<AnswerOf<typeof getCardsCsv> | ReportFile> {
  const cards = await summariesOf(deps, view);
  const fileName = cardsFileName(programOf(view.receiver).brand);
  if (wants !== 'text/csv') return { file_name: fileName, row_count: cards.length };
  const body = cardsFileText(
    cards.map(({ summary, controls }) => ({
      name: summary.name,
      person: summary.holder.name,
      purpose: summary.purpose,
      kind: summary.kind,
      isPhysical: summary.is_physical,
      label: summary.label,
      lastFour: summary.last_four,
      expires: summary.expires,
      limits: controls,
      left: summary.left_cents === null ? null : cents(summary.left_cents),
      spentThisMonth: summary.successor === null ? cents(summary.spent_this_month_cents) : null,
    })),
  );
  return { contentType: csvType, fileName, body };
}
