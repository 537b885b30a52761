import { Button } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { DebitAuthorizationAnswer, postDebitAuthorization, revokeDebitAuthorization } from '../../../server/contract/debitAuthorization.ts';
import { debitTexts } from '../../../server/domain/bank/debitTexts.ts';
import { formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { DialogProblem } from '../../forms/DialogProblem.tsx';
import { Points } from '../../forms/Points.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { useOwnerNote } from '../../forms/StaffNote.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { AuthorizationText } from '../../onboarding/bank/DebitAuthorizationNote.tsx';
import { debitAuthorizationQuery } from '../../onboarding/bank/debitAuthorizationQuery.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

const Line = styled.p`
  margin: 0 0 1rem;
  text-wrap: pretty;
`;

/** Says whether the linked account may be debited, with the text that was accepted, and how to end or renew that. */
export function DebitAuthorization() {
  const { token } = useReceiver().receiver;
  const { data, error, refetch } = useQuery(debitAuthorizationQuery(useApi(), token));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading the authorization" lines={4} />;
  if (data.account === null) return <Line>{debitTexts.noBank}</Line>;
  if (data.given !== null) return <Given account={data.account.name} given={data.given} owedCents={data.owed_cents} />;
  return <Missing authorization={data} refusal={data.account.refusal} />;
}

interface GivenProps {
  account: string;
  given: NonNullable<DebitAuthorizationAnswer['given']>;
  owedCents: number;
}

function Given({ account, given, owedCents }: GivenProps) {
  const { receiver } = useReceiver();
  const ownerNote = useOwnerNote();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Line>{debitTexts.given(account, formatShortDate(new Date(given.accepted_at), 'local'))}</Line>
      <AuthorizationText markdown={given.markdown} />
      {receiver.abilities.includes('authorize_debits') ? (
        <ButtonRow>
          <Button variant="secondary" actionType="destructive" onClick={() => setIsAsking(true)}>
            {debitTexts.revoke}
          </Button>
        </ButtonRow>
      ) : (
        <Line>{ownerNote}</Line>
      )}
      {isAsking && <Revocation owedCents={owedCents} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Takes over an answer about the authorization, and loads again what depends on it. */
function useTakeOver() {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, reload } = useReceiver();
  return async (answer: DebitAuthorizationAnswer) => {
    queries.setQueryData(debitAuthorizationQuery(api, receiver.token).queryKey, answer);
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ['dashboard', receiver.token] })]);
  };
}

function Revocation({ owedCents, onClose }: { owedCents: number; onClose: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const takeOver = useTakeOver();
  const revocation = useIntent(async (_: Record<string, never>, idempotencyKey) => {
    const params = { token };
    await takeOver(await api.call<typeof revokeDebitAuthorization>('POST /api/users/:token/debit_authorization/revoke', { params, body: {}, idempotencyKey }));
  });
  return (
    <Dialog
      title={debitTexts.revokeTitle}
      isBusy={revocation.isBusy}
      onClose={onClose}
      actions={[
        { text: debitTexts.keep, variant: 'subtle', onClick: onClose },
        { text: debitTexts.revoke, actionType: 'destructive', isLoading: revocation.isBusy, onClick: () => void revocation.run({}) },
      ]}
    >
      <Points all={debitTexts.consequences(owedCents > 0 ? formatUsd(cents(owedCents)) : null)} />
      <DialogProblem problem={revocation.problem} />
    </Dialog>
  );
}

function Missing({ authorization: { offered, ended }, refusal }: { authorization: DebitAuthorizationAnswer; refusal: string | null }) {
  const api = useApi();
  const { receiver } = useReceiver();
  const { token } = receiver;
  const takeOver = useTakeOver();
  const ownerNote = useOwnerNote();
  const authorization = useIntent(async (body: { version: string }, idempotencyKey) => {
    const params = { token };
    await takeOver(await api.call<typeof postDebitAuthorization>('POST /api/users/:token/debit_authorization', { params, body, idempotencyKey }));
  });
  if (refusal !== null) return <Line>{refusal}</Line>;
  return (
    <>
      <Line>
        {ended ? debitTexts.ended[ended.reason] : debitTexts.missing} {debitTexts.waiting}
      </Line>
      <AuthorizationText markdown={offered.markdown} />
      <Problem problem={authorization.problem} />
      {receiver.abilities.includes('authorize_debits') ? (
        <Button isLoading={authorization.isBusy} onClick={() => void authorization.run({ version: offered.version })}>
          {debitTexts.authorize}
        </Button>
      ) : (
        <Line>{ownerNote}</Line>
      )}
    </>
  );
}
