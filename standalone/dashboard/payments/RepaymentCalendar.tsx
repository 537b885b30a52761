import { ChevronLeftIcon, ChevronRightIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { CalendarAnswer } from '../../../server/contract/calendar.ts';
import { formatDay } from '../../../server/domain/basics/dateFormats.ts';
import { addCalendarDays, type IsoDate, startOfDay, utcDate, weekday } from '../../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { addMonths, formatMonth, type Month, monthOf, periodOfMonth } from '../../../server/domain/basics/periods.ts';
import { calendarEntryWords } from '../../../server/domain/repayment/calendarEntryWords.ts';
import { isLateDue } from '../../../server/domain/repayment/dueSoon.ts';
import { AmountList } from '../../layout/AmountList.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Hidden } from '../../layout/Hidden.ts';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { calendarQuery } from '../queries.ts';
import { useProgramDay } from '../today.ts';
import { CalendarFeed } from './CalendarFeed.tsx';

const Body = styled.div`
  display: grid;
  gap: 1.5rem;
  min-height: 20rem;

  @media (min-width: 900px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`;

const Head = styled.div`
  align-items: center;
  display: flex;
  justify-content: space-between;

  button {
    background: none;
    border: 0;
    border-radius: ${({ theme }) => theme.borderRadius.normal};
    color: inherit;
    cursor: pointer;
    display: flex;
    padding: 0.625rem;
  }

  button:hover {
    background: ${({ theme }) => theme.colors.secondary10};
  }
`;

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

const Entries = styled(AmountList)`
  max-height: 22rem;
  overflow-y: auto;

  @media print {
    max-height: none;
    overflow: visible;
  }

  li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  small {
    grid-column: 1 / -1;
  }
`;

type Entry = CalendarAnswer['entries'][number];

/** The day each repayment is due and the day the bank is debited for it, a month at a time, with the feed for the merchant's own calendar. */
export function RepaymentCalendar() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(calendarQuery(useApi(), receiver.token));
  return (
    <Card title="Repayment calendar">
      {data ? (
        <Shown answer={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading your calendar" lines={13} />
      )}
    </Card>
  );
}

function Shown({ answer: { entries, feed_url } }: { answer: CalendarAnswer }) {
  const today = useProgramDay();
  const [month, setMonth] = useState<Month>(() => monthOf(startOfDay(today)));
  return (
    <Body>
      <div>
        <Head>
          <button type="button" onClick={() => setMonth(addMonths(month, -1))}>
            <ChevronLeftIcon title="Month before" />
          </button>
          <strong aria-live="polite">{formatMonth(month)}</strong>
          <button type="button" onClick={() => setMonth(addMonths(month, 1))}>
            <ChevronRightIcon title="Month after" />
          </button>
        </Head>
        <MonthTable month={month} entries={entries} today={today} />
      </div>
      <div>
        {entries.length === 0 ? (
          <p>Nothing is due. Each purchase appears here with the day it is to be repaid.</p>
        ) : (
          <Entries as="ol" aria-label="Repayments to come">
            {entries.map((entry) => (
              <li key={entry.due_date}>
                <span>{formatDay(entry.due_date)}</span>
                <span>{formatUsd(cents(entry.amount_cents))}</span>
                <small>{calendarEntryWords(entry)}</small>
              </li>
            ))}
          </Entries>
        )}
        <CalendarFeed feedUrl={feed_url} />
      </div>
    </Body>
  );
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function MonthTable({ month, entries, today }: { month: Month; entries: readonly Entry[]; today: IsoDate }) {
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
