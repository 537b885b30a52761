import type { AnswerOf } from '../../contract/define.ts';
import type { getCardMonths } from '../../contract/reports.ts';
import { sumByCard } from '../../db/queries/reportRows.ts';
import { periodOfMonth, readMonth } from '../../domain/basics/periods.ts';
import { type CardMonthGroup, cardMonthFileName, cardMonthRows, cardMonthText, together } from '../../domain/reports/cardMonths.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { readNamedCards } from '../card/namedCards.ts';
import type { FileDeps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { csvType, type ReportFile } from './reportFile.ts';

interface Asked {
  by: CardMonthGroup;
  /** `YYYY-MM`, in UTC. */
  month: string;
}

/** Returns a month's purchases and refunds by card or by person, or their file. */
export async function cardMonth(
  { beginReading }: FileDeps,
  view: ReceiverView,
  { by, month: text }: Asked,
  wants: string,
): Promise<AnswerOf<typeof getCardMonths> | ReportFile> {
  const month = readMonth(text);
  const reading = await beginReading();
  const [sums, cards] = await Promise.all([sumByCard(reading, view.scope, periodOfMonth(month)), readNamedCards(reading, view)]);
  const rows = cardMonthRows(by, sums, cards);
  const file_name = cardMonthFileName(programOf(view.receiver).brand, by, month);
  if (wants === 'text/csv') return { contentType: csvType, fileName: file_name, body: cardMonthText(by, rows) };
  return { by, month, file_name, total: together(rows), rows: [...rows] };
}
