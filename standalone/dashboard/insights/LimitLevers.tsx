import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { LimitLeversAnswer } from '../../../server/contract/spendingPower.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { effectWords, type LeverPlace, placePaths, placeWords } from '../../../server/domain/spendingPower/levers.ts';
import { limitTexts } from '../../../server/domain/spendingPower/limitTexts.ts';
import { signed } from '../../../server/domain/spendingPower/spendingPowerLog.ts';
import { useProgram } from '../../brand/program.ts';
import { Points } from '../../forms/Points.tsx';
import { AmountList } from '../../layout/AmountList.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { WayLink } from '../WayLink.tsx';
import { limitLeversQuery } from './insightsQueries.ts';
import { WhatIf } from './WhatIf.tsx';

const Parts = styled.div`
  align-items: start;
  display: grid;
  gap: 1rem;
  grid-template-columns: minmax(0, 1fr);

  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

const Column = styled.div`
  display: grid;
  gap: 1rem;
  min-width: 0;
`;

const Rows = styled(AmountList)`
  li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  li > span:last-child {
    max-width: 7rem;
    text-align: right;

    @media (min-width: 720px) {
      max-width: 10rem;
    }
  }

  small {
    display: block;
  }
`;

const Quiet = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.5rem 0 0;
  text-wrap: pretty;
`;

const InOrder = styled(Points)`
  color: ${({ theme }) => theme.colors.secondary60};
  gap: 0.25rem;
  margin: 1rem 0 0;
`;

/** The levers that raise the limit and by how much, the causes that hold it down and until when, and the limit of other sales. */
export function LimitLevers() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(limitLeversQuery(useApi(), receiver.token));
  if (!data)
    return (
      <Card title={limitTexts.raises}>
        {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <Skeleton label="Loading what would raise your limit" lines={8} />}
      </Card>
    );
  if (data.is_being_read)
    return (
      <Card title={limitTexts.raises}>
        <Quiet>{limitTexts.isBeingRead}</Quiet>
      </Card>
    );
  return (
    <Parts>
      <Column>
        <Levers answer={data} />
        <Holds answer={data} />
      </Column>
      <WhatIf answer={data} />
    </Parts>
  );
}

function Levers({ answer: { levers, ceiling, in_order } }: { answer: LimitLeversAnswer }) {
  return (
    <Card title={limitTexts.raises}>
      {ceiling !== null && <Quiet>{ceiling}</Quiet>}
      {levers.length > 0 && (
        <Rows>
          {levers.map((lever) => (
            <li key={lever.key}>
              <span>
                {lever.title}
                <small>{lever.text}</small>
                {lever.place !== null && (
                  <small>
                    <PlaceLink place={lever.place} />
                  </small>
                )}
              </span>
              <span>{effectWords(lever)}</span>
            </li>
          ))}
        </Rows>
      )}
      {levers.length === 0 && ceiling === null && <Quiet>{limitTexts.nothingRaises}</Quiet>}
      {in_order.length > 0 && <InOrder all={in_order} label="What is in order" />}
    </Card>
  );
}

function Holds({ answer: { holds, keeps_up } }: { answer: LimitLeversAnswer }) {
  return (
    <Card title={limitTexts.holds}>
      {holds.length === 0 && <Quiet>{limitTexts.nothingHolds}</Quiet>}
      {(holds.length > 0 || keeps_up.length > 0) && (
        <Rows>
          {holds.map(({ key, text, until, cost_cents, places }) => (
            <li key={key}>
              <span>
                {text}
                <small>{until}</small>
                {places.map((place) => (
                  <small key={place}>
                    <PlaceLink place={place} />
                  </small>
                ))}
              </span>
              <span>{signed(cents(-cost_cents))}</span>
            </li>
          ))}
          {keeps_up.map(({ text, gain_cents }) => (
            <li key={text}>
              <span>{text}</span>
              <span>{signed(cents(gain_cents))}</span>
            </li>
          ))}
        </Rows>
      )}
    </Card>
  );
}

function PlaceLink({ place }: { place: LeverPlace }) {
  const { support_email } = useProgram();
  const words = placeWords[place];
  return place === 'contact' ? <a href={`mailto:${support_email}`}>{words}</a> : <WayLink path={placePaths[place]}>{words}</WayLink>;
}
