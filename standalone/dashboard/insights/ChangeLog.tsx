import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { type IsoDate, isoDate } from '../../../server/domain/basics/dates.ts';
import { describeDue } from '../../../server/domain/basics/describeDue.ts';
import { capitalized } from '../../../server/domain/basics/words.ts';
import { changeDays } from '../../../server/domain/spendingPower/changeDays.ts';
import { type LimitReader, limitWords } from '../../../server/domain/spendingPower/limitWords.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';

const Lead = styled.p`
  margin: 0;
`;

const Log = styled.ol`
  list-style: none;
  margin: 0.5rem 0 0;
  padding: 0;

  > li {
    padding: 0.5rem 0;
  }

  > li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  ul {
    display: grid;
    gap: 0.25rem;
    list-style: none;
    margin: 0;
    padding: 0;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }
`;

interface ChangeLogProps extends Pick<SpendingPowerAnswer, 'changes'> {
  /** The present day, in the zone whose days the changes have. */
  today: IsoDate;
  reader: LimitReader;
}

/** Lists the latest changes of the amount available, newest first. */
export function ChangeLog({ changes, today, reader }: ChangeLogProps) {
  const words = limitWords[reader];
  return (
    <Card title={words.spendable}>
      {changes.length === 0 ? (
        <EmptyState heading="Nothing has changed lately">{words.changes}</EmptyState>
      ) : (
        <>
          <Lead>{words.changes}</Lead>
          <Log>
            {changeDays(changes).map(({ date, changes: ofDay }) => (
              <li key={date}>
                <small>{capitalized(describeDue(isoDate(date), today))}</small>
                <ul>
                  {ofDay.map(({ text }) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </li>
            ))}
          </Log>
        </>
      )}
    </Card>
  );
}
