import { Button } from '@bigcommerce/big-design';
import { useId, useState } from 'react';
import styled from 'styled-components';
import { formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { addCalendarDays, type IsoDate, startOfDay } from '../../../server/domain/basics/dates.ts';
import { add, type Cents, formatUsd, larger, noMoney, ratio } from '../../../server/domain/basics/money.ts';
import { dueDateOf, type ScheduleEntry } from '../../../server/domain/repayment/schedule.ts';
import { AmountList } from '../../layout/AmountList.ts';
import { Card } from '../../layout/Card.tsx';
import { Money } from '../../layout/Money.tsx';
import { useProgramDay } from '../today.ts';
import { daysUntil, describeDue } from './describeDue.ts';

const shownDays = 30;
const listedDues = 3;

interface DueDay {
  date: IsoDate;
  amount_cents: Cents;
  cashback_cents: Cents;
}

const Summary = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.25rem 0 1rem;
  min-height: 1.5rem;
`;

const Bars = styled.div`
  align-items: end;
  border-bottom: 1px solid ${({ theme }) => theme.colors.secondary30};
  display: grid;
  gap: 2px;
  grid-template-columns: repeat(${shownDays}, 1fr);
  height: 7rem;
`;

const Bar = styled.div<{ $isDue: boolean; $isLate: boolean }>`
  background: ${({ theme, $isDue, $isLate }) => ($isLate ? theme.colors.danger : $isDue ? theme.colors.primary : theme.colors.secondary20)};
  border-radius: 2px 2px 0 0;
  min-height: 2px;
`;

const Days = styled.div`
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  justify-content: space-between;
  margin-bottom: 0.75rem;
`;

const Dues = styled(AmountList)`
  li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  li > :nth-child(even) {
    text-align: right;
  }
`;

/** Aligns the button's text with the list on wide screens. */
const More = styled.div`
  @media (min-width: 720px) {
    margin-left: -1rem;
  }
`;

/** The amounts due in the next 30 days, with the cashback for paying in time. The list repeats in text what the bars show. */
export function DueBars({ schedule }: { schedule: readonly ScheduleEntry[] }) {
  const today = useProgramDay();
  const listId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const last = addCalendarDays(today, shownDays - 1);
  const dues = schedule.map(dueDay).filter(({ date }) => date <= last);
  return (
    <Card title={`Due in the next ${shownDays} days`}>
      <Money amount={add(...dues.map(({ amount_cents }) => amount_cents))} size="heading" />
      <Summary>{describeCashback(dues)}</Summary>
      <Bars aria-hidden="true">
        {heights(dues, today).map(({ date, amount_cents, share, isLate }) => (
          <Bar
            key={date}
            $isDue={share > 0}
            $isLate={isLate}
            style={{ height: `${Math.max(share * 100, share > 0 ? 6 : 0)}%` }}
            title={`${formatShortDate(startOfDay(date), 'UTC')}: ${formatUsd(amount_cents)}`}
          />
        ))}
      </Bars>
      <Days aria-hidden="true">
        <span>Today</span>
        <span>{formatDayAndMonth(addCalendarDays(today, Math.floor(shownDays / 2)))}</span>
        <span>{formatDayAndMonth(last)}</span>
      </Days>
      <Dues id={listId}>
        {(isWhole ? dues : dues.slice(0, listedDues)).map(({ date, amount_cents, cashback_cents }) => (
          <li key={date}>
            <span>{formatShortDate(startOfDay(date), 'UTC')}</span>
            <Money amount={amount_cents} />
            <small>{describeDue(date, today)}</small>
            <small>{cashback_cents > 0 && `earns ${formatUsd(cashback_cents)}`}</small>
          </li>
        ))}
      </Dues>
      {dues.length > listedDues && (
        <More>
          <Button variant="subtle" aria-expanded={isWhole} aria-controls={listId} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${dues.length}`}
          </Button>
        </More>
      )}
    </Card>
  );
}

function dueDay(entry: ScheduleEntry): DueDay {
  return { date: dueDateOf(entry), amount_cents: entry.total_owed_cents, cashback_cents: entry.potential_cashback };
}

function describeCashback(dues: readonly DueDay[]): string {
  const cashback = add(...dues.map(({ cashback_cents }) => cashback_cents));
  if (dues.length === 0) return 'Nothing is due. What you buy shows here with the day it is to be repaid.';
  return cashback > 0 ? `Paid in time, it earns you ${formatUsd(cashback)} of cashback.` : 'Drawn from your bank on the day it is due.';
}

interface DayHeight {
  date: IsoDate;
  amount_cents: Cents;
  /** The share of the largest day's amount, 0 to 1. */
  share: number;
  isLate: boolean;
}

/** Returns one entry per shown day. Overdue amounts count as due today. */
function heights(dues: readonly DueDay[], today: IsoDate): DayHeight[] {
  const amounts = Array.from({ length: shownDays }, () => noMoney);
  for (const { date, amount_cents } of dues) {
    const place = Math.max(0, daysUntil(date, today));
    amounts[place] = add(amounts[place] ?? noMoney, amount_cents);
  }
  const largest = amounts.reduce(larger, noMoney);
  const isLate = dues.some(({ date }) => date < today);
  return amounts.map((amount_cents, place) => ({
    date: addCalendarDays(today, place),
    amount_cents,
    share: ratio(amount_cents, largest),
    isLate: place === 0 && isLate,
  }));
}

const dayAndMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

function formatDayAndMonth(date: IsoDate): string {
  return dayAndMonth.format(startOfDay(date));
}
