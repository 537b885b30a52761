import { Button } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import type { getDifferences, postDifferenceSettled, postStrayTransferSettled } from '../../server/contract/staff.ts';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import type { Answer } from '../api.ts';
import { pageQuery } from '../dashboard/pageQuery.ts';
import { Problem } from '../forms/Problem.tsx';
import { useIntent } from '../forms/useIntent.ts';
import { Card } from '../layout/Card.tsx';
import { ErrorState } from '../layout/ErrorState.tsx';
import { useApi } from '../session/session.ts';
import { Listing } from './customer/Listing.ts';
import { customerPath } from './customerLinks.ts';
import { formatMoment } from './formatMoment.ts';
import { differencesQuery } from './queries.ts';

type Difference = Answer<typeof getDifferences>['differences'][number];

/** What staff have to settle: failed debits, other differences to the providers and unclaimed credits, the oldest first. Nothing is shown when there is none. */
export function Differences() {
  const { data, error, refetch } = useQuery(differencesQuery(useApi()));
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data || data.differences.length === 0) return null;
  return (
    <Card title="To settle">
      <Listing aria-label="To settle">
        <thead>
          <tr>
            <th scope="col">Found</th>
            <th scope="col">Customer</th>
            <th scope="col">What to do</th>
            <th scope="col">Done</th>
          </tr>
        </thead>
        <tbody>
          {data.differences.map((difference) => (
            <Row key={difference.id} difference={difference} />
          ))}
        </tbody>
      </Listing>
      {data.has_more && <p>There are more. They appear here as these are settled.</p>}
    </Card>
  );
}

function Row({ difference: { id, customer, text, reference, is_settled_by_hand, found_at } }: { difference: Difference }) {
  const { search } = useLocation();
  return (
    <tr>
      <td data-kind="moment">{formatMoment(found_at)}</td>
      <td>
        {customer === null ? (
          'No customer'
        ) : (
          <Link to={{ pathname: customerPath(customer.token), search: pageQuery(addressBarQuery(search)) }}>{customer.business_name ?? customer.email}</Link>
        )}
      </td>
      <td>
        {text}
        {reference !== null && <div data-kind="aside">{reference}</div>}
      </td>
      <td data-kind="button">{is_settled_by_hand && <Settle token={customer?.token ?? null} id={id} />}</td>
    </tr>
  );
}

function Settle({ token, id }: { token: string | null; id: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const settle = useIntent(async (_: null, idempotencyKey) => {
    const order = { body: {}, idempotencyKey };
    if (token === null) await api.call<typeof postStrayTransferSettled>('POST /api/staff/stray_transfers/:id/settled', { params: { id }, ...order });
    else await api.call<typeof postDifferenceSettled>('POST /api/staff/receivers/:token/differences/:id/settled', { params: { token, id }, ...order });
    await queries.invalidateQueries({ queryKey: differencesQuery(api).queryKey });
  });
  return (
    <>
      <Problem problem={settle.problem} />
      <Button variant="subtle" isLoading={settle.isBusy} onClick={() => void settle.run(null)}>
        Settled
      </Button>
    </>
  );
}
