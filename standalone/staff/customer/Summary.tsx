import type { ReactNode } from 'react';
import styled from 'styled-components';
import { formatDay } from '../../../server/domain/basics/dateFormats.ts';
import type { IsoDate } from '../../../server/domain/basics/dates.ts';
import { formatUsd } from '../../../server/domain/basics/money.ts';
import { availableTile, dueInWords, nextPaymentTile, outstandingTile, showsNextPayment, type TileFacts } from '../../../server/domain/home/homeTiles.ts';
import { accountStateInWords, homeCardInWords } from '../../../server/domain/staff/accountState.ts';
import { useProgram } from '../../brand/program.ts';
import { useProgramDay } from '../../dashboard/today.ts';
import type { Customer } from '../queries.ts';

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 2rem;
  margin: 0 0 1.5rem;

  dt {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }

  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** The facts about a customer that staff need at a glance, in one line where there is room. */
export function Summary({ customer: { receiver, home_card } }: { customer: Customer }) {
  const { name, time_zone } = useProgram();
  const today = useProgramDay();
  return (
    <section aria-label="Summary">
      <Facts>
        <Fact name="Available">{availableInWords(receiver)}</Fact>
        <Fact name="Owed">{owedInWords(receiver)}</Fact>
        <Fact name="Next due">{nextDueInWords(receiver, today)}</Fact>
        <Fact name="Account">{accountStateInWords(receiver)}</Fact>
        <Fact name="Card">{homeCardInWords(home_card)}</Fact>
        <Fact name={`Today at ${name}`}>
          {formatDay(today)} in {time_zone.replaceAll('_', ' ')}
        </Fact>
      </Facts>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function availableInWords(facts: TileFacts): string {
  const power = availableTile(facts);
  return power === null ? 'No limit yet' : `${formatUsd(power.available)} of ${formatUsd(power.total)}`;
}

function owedInWords(facts: TileFacts): string {
  const owed = outstandingTile(facts);
  return owed === null ? 'Not known' : formatUsd(owed);
}

function nextDueInWords(facts: TileFacts, today: IsoDate): string {
  const next = nextPaymentTile(facts);
  if (next === null) return 'Nothing';
  if (!showsNextPayment(facts)) return 'Weekly parts';
  return [`${formatUsd(next.amount)} on ${formatDay(next.date)}`, dueInWords(next.date, today, facts)].filter((words) => words !== null).join(', ');
}
