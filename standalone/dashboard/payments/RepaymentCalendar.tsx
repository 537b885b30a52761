import { ChevronLeftIcon, ChevronRightIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { CalendarAnswer } from '../../../server/contract/calendar.ts';
import { formatDay } from '../../../server/domain/basics/dateFormats.ts';
import { startOfDay } from '../../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { addMonths, formatMonth, type Month, monthOf } from '../../../server/domain/basics/periods.ts';
import { calendarEntryWords } from '../../../server/domain/repayment/calendarEntryWords.ts';
import { nothingDueWords } from '../../../server/domain/repayment/nothingDueWords.ts';
import { AmountList } from '../../layout/AmountList.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { calendarQuery } from '../queries.ts';
import { useProgramDay } from '../today.ts';
import { CalendarFeed } from './CalendarFeed.tsx';
import { MonthTable } from './MonthTable.tsx';

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
  const { receiver } = useReceiver();
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
          <p>{nothingDueWords(receiver)}</p>
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
