import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import type { getPayNow } from '../../../../server/contract/payNow.ts';
import { addressBarQuery } from '../../../../server/domain/access/queryNames.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { whyPurchaseNotPayable } from '../../../../server/domain/repayment/payNow.ts';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { pageQuery } from '../../pageQuery.ts';

interface PayPurchaseProps {
  token: string;
  /** The part of it that has not settled. */
  pending_cents: number;
}

/** The way to pay a purchase now, or why it cannot be paid. Shows nothing to a person who may not pay. */
export function PayPurchase({ token: transaction_token, pending_cents }: PayPurchaseProps) {
  const api = useApi();
  const { search } = useLocation();
  const { token, abilities, payable } = useReceiver().receiver;
  const query = { pay: 'purchase' as const, transaction_token };
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', token, 'purchase-payment', transaction_token],
    queryFn: ({ signal }) => api.call<typeof getPayNow>('GET /api/users/:token/pay_now', { params: { token }, query, signal }),
    enabled: abilities.includes('pay_now'),
  });
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return null;
  const why = whyPurchaseNotPayable({ amount_cents: data.amount_cents, pending_cents, payable });
  if (why !== null) return <p>{why}</p>;
  const kept = new URLSearchParams(pageQuery(addressBarQuery(search)));
  kept.set('purchase', transaction_token);
  return (
    <p>
      <Link to={{ pathname: '/payments', search: kept.toString() }}>Pay {formatUsd(cents(data.amount_cents))} now</Link>
    </p>
  );
}
