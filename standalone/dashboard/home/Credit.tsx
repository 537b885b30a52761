import { Button } from '@bigcommerce/big-design';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreditAnswer, getCredit, postPayout } from '../../../server/contract/credit.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { creditTexts, creditWords, wholeCredit } from '../../../server/domain/payout/creditTexts.ts';
import type { Api } from '../../api.ts';
import { Points } from '../../forms/Points.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { showAnswer } from '../../live/showAnswer.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

function creditQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'credit'],
    queryFn: ({ signal }) => api.call<typeof getCredit>('GET /api/users/:token/credit', { params: { token }, signal }),
  });
}

/** The merchant's credit balance, with the button that pays it out, and the latest payout. Shows nothing without either. */
export function Credit() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(creditQuery(useApi(), receiver.token));
  if (error && !data)
    return (
      <Card title={creditTexts.heading}>
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data || (wholeCredit(data) === 0 && data.payouts.length === 0)) return null;
  return <Shown {...data} />;
}

function Shown(answer: CreditAnswer) {
  const { credit_cents, can_be_paid_out, payouts } = answer;
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, reload } = useReceiver();
  const { token, abilities } = receiver;
  const payout = useIntent(async (amount_cents: number, idempotencyKey) => {
    const paid = await api.call<typeof postPayout>('POST /api/users/:token/credit/payout', { params: { token }, body: { amount_cents }, idempotencyKey });
    showAnswer(queries, creditQuery(api, token).queryKey, paid);
    await reload();
  });
  const credit = formatUsd(cents(credit_cents));
  return (
    <Card title={creditTexts.heading}>
      {wholeCredit(answer) > 0 && <p>{creditWords(answer, receiver.closing !== null)}</p>}
      {payout.problem && <Problem problem={payout.problem} />}
      {can_be_paid_out && abilities.includes('request_payout') && (
        <Button variant="secondary" isLoading={payout.isBusy} onClick={() => void payout.run(credit_cents)}>
          {creditTexts.payOut(credit)}
        </Button>
      )}
      <Points all={payouts.slice(0, 3).map(({ amount_cents, state }) => `${formatUsd(cents(amount_cents))}: ${creditTexts.states[state]}`)} />
    </Card>
  );
}
