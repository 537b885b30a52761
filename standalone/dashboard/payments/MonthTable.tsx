import styled from 'styled-components';
import type { CalendarAnswer } from '../../../server/contract/calendar.ts';
import { addCalendarDays, type IsoDate, utcDate, weekday } from '../../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { formatMonth, type Month, periodOfMonth } from '../../../server/domain/basics/periods.ts';
import { isLateDue } from '../../../server/domain/repayment/dueSoon.ts';
import { Hidden } from '../../layout/Hidden.ts';

const MonthGrid = styled.table`
  border-collapse: collapse;
  table-layout: fixed;
  width: 100%;

  th {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  }

  td {
    height: 2.5rem;
    padding: 0;
    text-align: center;
  }
`;

type DayKind = 'plain' | 'due' | 'late' | 'debit';

const Day = styled.span.attrs<{ $kind: DayKind }>(({ $kind }) => ($kind === 'due' || $kind === 'late' ? { 'data-color': true } : {}))<{
  $kind: DayKind;
  $isToday: boolean;
}>`
  border-radius: 50%;
  box-sizing: border-box;
  display: inline-grid;
  height: 2.25rem;
  place-items: center;
  /* On paper too: without its color a day that is due reads as one that is not. */
  print-color-adjust: exact;
  width: 2.25rem;
  ${({ theme, $isToday }) => $isToday && `border: 1px solid ${theme.colors.secondary40};`}
  ${({ theme, $kind }) =>
    ({
      plain: '',
      due: `background: ${theme.colors.primary}; color: ${theme.colors.white};`,
      late: `background: ${theme.colors.danger}; color: ${theme.colors.white};`,
      debit: `border: 2px solid ${theme.colors.primary};`,
    })[$kind]}
`;

type Entry = CalendarAnswer['entries'][number];

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The days of a month, with what is due and what is debited on them. */
export function MonthTable({ month, entries, today }: { month: Month; entries: readonly Entry[]; today: IsoDate }) {
  return (
    <MonthGrid aria-label={formatMonth(month)}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, place) => (
              <td key={weekdays[place]}>{day && <DayOfMonth day={day} entries={entries} today={today} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </MonthGrid>
  );
}

function DayOfMonth({ day, entries, today }: { day: IsoDate; entries: readonly Entry[]; today: IsoDate }) {
  const due = entries.find(({ due_date }) => due_date === day);
  const isDebit = entries.some(({ debit_date, due_date }) => debit_date === day && due_date !== day);
  const kind = due ? (isLateDue({ ...due, due_date: day }, today) ? 'late' : 'due') : isDebit ? 'debit' : 'plain';
  const meaning = due ? `${formatUsd(cents(due.amount_cents))} due` : isDebit ? 'Bank is debited' : null;
  return (
    <Day $kind={kind} $isToday={day === today} {...(meaning !== null && { title: meaning })} {...(day === today && { 'aria-current': 'date' as const })}>
      {Number(day.slice(8))}
      {meaning !== null && <Hidden>, {meaning}</Hidden>}
    </Day>
  );
}

/** Returns the days of a month in weeks that begin on Sunday; null stands for a day of another month. */
function weeksOf(month: Month): (IsoDate | null)[][] {
  const { start, end } = periodOfMonth(month);
  const first = utcDate(start);
  const past = utcDate(end);
  const days: (IsoDate | null)[] = Array.from({ length: weekday(first) }, () => null);
  for (let day = first; day < past; day = addCalendarDays(day, 1)) days.push(day);
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
