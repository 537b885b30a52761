import { Button } from '@bigcommerce/big-design';
import { lazy, Suspense, useId, useState } from 'react';
import styled from 'styled-components';
import { formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { type IsoDate, startOfDay } from '../../../server/domain/basics/dates.ts';
import { add, type Cents, cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { dueInWords, scheduleOf } from '../../../server/domain/home/homeTiles.ts';
import { dueByDay, dueSoonDays, duesSoon } from '../../../server/domain/repayment/dueSoon.ts';
import { nothingDueWords } from '../../../server/domain/repayment/nothingDueWords.ts';
import { onItsWayWords } from '../../../server/domain/repayment/onItsWay.ts';
import { dueDateOf, type ScheduleEntry } from '../../../server/domain/repayment/schedule.ts';
import { chartHeight } from '../../charts/chartHeight.ts';
import { AmountList } from '../../layout/AmountList.ts';
import { Card } from '../../layout/Card.tsx';
import { Money } from '../../layout/Money.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useProgramDay, useToday } from '../today.ts';

/** Its library of scales is loaded with it. */
const DuePlot = lazy(() => import('./DuePlot.tsx').then((file) => ({ default: file.DuePlot })));

const listedDues = 3;

interface Due {
  date: IsoDate;
  amount_cents: Cents;
  cashback_cents: Cents;
  /** The part on its way from the bank, in words; null when nothing is. */
  on_its_way: string | null;
}

const Summary = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.25rem 0 1rem;
  min-height: 1.5rem;
`;

/** Keeps the place of the picture while its code is loaded. */
const PlotSpace = styled.div`
  height: ${chartHeight}px;
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

/** A line below both columns of its entry. */
const Whole = styled.small`
  grid-column: 1 / -1;

  && {
    text-align: left;
  }
`;

/** Aligns the button's text with the list on wide screens. */
const More = styled.div`
  @media (min-width: 720px) {
    margin-left: -1rem;
  }
`;

/** The amounts due in the next 30 days, with the cashback for paying in time. The list says in text what the picture shows. */
export function DueBars() {
  const { receiver } = useReceiver();
  const schedule = scheduleOf(receiver);
  const [program, utc] = [useProgramDay(), useToday()];
  const listId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const soon = duesSoon(schedule, { utc });
  const { on_its_way_cents, asked_parts_cents } = receiver.payable;
  const dues = soon.map((entry, place) => dueDay(entry, cents(on_its_way_cents[place] ?? 0), cents(asked_parts_cents[place] ?? 0)));
  return (
    <Card title={`Due in the next ${dueSoonDays} days`}>
      <Money amount={add(...dues.map(({ amount_cents }) => amount_cents))} size="heading" />
      <Summary>{dues.length === 0 ? describeNothingDue(schedule, receiver) : describeCashback(dues)}</Summary>
      {dues.length > 0 && (
        <PlotSpace>
          <Suspense>
            <DuePlot days={dueByDay(schedule, { program, utc })} />
          </Suspense>
        </PlotSpace>
      )}
      <Dues id={listId}>
        {(isWhole ? dues : dues.slice(0, listedDues)).map(({ date, amount_cents, cashback_cents, on_its_way }) => (
          <li key={date}>
            <span>{formatShortDate(startOfDay(date), 'UTC')}</span>
            <Money amount={amount_cents} />
            <small>{dueInWords(date, program, receiver)}</small>
            <small>{cashback_cents > 0 && `${date < program ? 'still ' : ''}earns ${formatUsd(cashback_cents)}`}</small>
            {on_its_way !== null && <Whole>{on_its_way}</Whole>}
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

function dueDay(entry: ScheduleEntry, part: Cents, asked: Cents): Due {
  const { total_owed_cents: amount_cents, potential_cashback: cashback_cents } = entry;
  return { date: dueDateOf(entry), amount_cents, cashback_cents, on_its_way: onItsWayWords(part, amount_cents, asked) };
}

function describeNothingDue([next]: readonly ScheduleEntry[], receiver: Parameters<typeof nothingDueWords>[0]): string {
  if (!next) return nothingDueWords(receiver);
  return `Nothing is due in these days. Your next payment is ${formatUsd(next.total_owed_cents)} on ${formatShortDate(startOfDay(dueDateOf(next)), 'UTC')}.`;
}

function describeCashback(dues: readonly Due[]): string {
  const cashback = add(...dues.map(({ cashback_cents }) => cashback_cents));
  return cashback > 0 ? `Paid in time, it earns you ${formatUsd(cashback)} of cashback.` : '';
}
