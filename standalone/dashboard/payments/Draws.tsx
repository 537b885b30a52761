import { Button } from '@bigcommerce/big-design';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { PaymentsAnswer, WireDraw } from '../../../server/contract/payments.ts';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { formatDay } from '../../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { drawCause, drawStateWords, drawWays } from '../../../server/domain/repayment/drawWords.ts';
import { paymentsTexts } from '../../../server/domain/repayment/paymentsTexts.ts';
import { type PayNowObstacle, wayToPay } from '../../../server/domain/repayment/payNow.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { ListFoot } from '../../layout/ListFoot.ts';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { pageQuery } from '../pageQuery.ts';
import { WayLink } from '../WayLink.tsx';
import type { Payments } from './paymentsQuery.ts';
import type { PayNowOffer } from './payNow/usePayNow.tsx';

const List = styled.ol`
  list-style: none;
  margin: 0;
  padding: 0;

  &[aria-busy='true'] {
    opacity: 0.5;
  }

  li {
    display: grid;
    gap: 0 1rem;
    grid-template-columns: minmax(0, 1fr) fit-content(55%);
    padding: 0.75rem 0;
  }

  li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  .bd-button {
    margin: 0.5rem 0 0;
    width: auto;
  }
`;

const Amount = styled.span`
  text-align: right;
`;

const Quiet = styled.span`
  color: ${({ theme }) => theme.colors.secondary60};
  grid-column: 1;
`;

const State = styled.span<{ $isFailed: boolean }>`
  color: ${({ theme, $isFailed }) => ($isFailed ? theme.colors.danger : theme.colors.secondary60)};
  grid-column: 2;
  text-align: right;
`;

const Failure = styled.div`
  grid-column: 1 / -1;
`;

interface DrawsProps {
  payments: Payments;
  payNow: PayNowOffer;
  onPage: (page: number) => void;
}

/** The payments so far, newest first: each with its day, amount, state and bank, and what to do about one that failed. */
export function Draws({ payments: { data, error, refetch, isPlaceholderData }, payNow, onPage }: DrawsProps) {
  return (
    <Card title="Payments so far">
      {data ? (
        <Shown answer={data} isBusy={isPlaceholderData} payNow={payNow} onPage={onPage} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading your payments" lines={8} />
      )}
    </Card>
  );
}

function Shown({ answer, isBusy, payNow, onPage }: { answer: PaymentsAnswer; isBusy: boolean } & Pick<DrawsProps, 'payNow' | 'onPage'>) {
  const { receiver } = useReceiver();
  const { draws, page, pages, total } = answer;
  if (total === 0) return <EmptyState heading="No payments yet">{paymentsTexts(receiver).noDraws}</EmptyState>;
  return (
    <>
      <List aria-label="Payments so far" aria-busy={isBusy}>
        {draws.map((draw) => (
          <Draw key={draw.id} draw={draw} payNow={payNow} />
        ))}
      </List>
      {pages > 1 && (
        <ListFoot>
          <p role="status">
            Page {page} of {pages}
          </p>
          <div>
            <Button variant="secondary" disabled={page === 1 || isBusy} onClick={() => onPage(page - 1)}>
              Newer
            </Button>
            <Button variant="secondary" disabled={page === pages || isBusy} onClick={() => onPage(page + 1)}>
              Older
            </Button>
          </div>
        </ListFoot>
      )}
    </>
  );
}

function Draw({ draw, payNow }: { draw: WireDraw; payNow: PayNowOffer }) {
  const { debit_date, amount_cents, state, settles_on, failure, row_id } = draw;
  const date = formatDay(debit_date);
  const settled = settles_on === null ? '' : state === 'paid' ? ` on ${formatDay(settles_on)}` : `, settles by ${formatDay(settles_on)}`;
  return (
    <li>
      <span>{row_id === null ? date : <RowLink id={row_id}>{date}</RowLink>}</span>
      <Amount>{formatUsd(cents(amount_cents))}</Amount>
      <Quiet>{drawCause(draw)}</Quiet>
      <State $isFailed={state === 'failed'}>
        {drawStateWords[state]}
        {settled}
      </State>
      {failure && (
        <Failure>
          {failure.reason} {failure.follows} <Remedy remedy={failure.remedy} onPay={payNow.onPay} />
        </Failure>
      )}
    </li>
  );
}

function Remedy({ remedy, onPay }: { remedy: NonNullable<WireDraw['failure']>['remedy']; onPay: (() => void) | null }) {
  const { abilities, payable } = useReceiver().receiver;
  if (remedy === null) return null;
  if (remedy !== 'pay_now') return <WayLink path={drawWays[remedy].path}>{drawWays[remedy].label}</WayLink>;
  if (onPay === null) return abilities.includes('pay_now') && payable.obstacle !== null && <ObstacleLink obstacle={payable.obstacle} />;
  return (
    <div>
      <Button variant="secondary" onClick={onPay}>
        {drawWays.pay_now.label}
      </Button>
    </div>
  );
}

/** Leads to what has to be mended before anything can be paid. */
function ObstacleLink({ obstacle }: { obstacle: PayNowObstacle }) {
  const { label, path } = wayToPay(obstacle);
  return <WayLink path={path}>{label}</WayLink>;
}

/** Leads to a repayment's row in the table, with its receipt open. */
function RowLink({ id, children }: { id: string; children: string }) {
  const { search } = useLocation();
  const kept = new URLSearchParams(pageQuery(addressBarQuery(search)));
  kept.set('tab', 'repayments');
  kept.set('row', id);
  return <Link to={{ pathname: '/transactions', search: kept.toString() }}>{children}</Link>;
}
