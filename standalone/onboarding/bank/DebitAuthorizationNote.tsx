import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import styled from 'styled-components';
import { debitTexts } from '../../../server/domain/bank/debitTexts.ts';
import { useProgram } from '../../brand/program.ts';
import { Small } from '../../forms/Actions.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { debitAuthorizationQuery } from './debitAuthorizationQuery.ts';

const AgreementText = lazy(() => import('../agreement/AgreementText.tsx').then((file) => ({ default: file.AgreementText })));

const Reading = styled.details`
  margin: 0 0 1.25rem;

  summary {
    cursor: pointer;
    padding: 0.25rem 0;
  }
`;

/** Says what the merchant authorizes by linking an account, with the whole text to read. Staff cannot authorize it. */
export function DebitAuthorizationNote() {
  const { name } = useProgram();
  const { receiver, isMasquerading } = useReceiver();
  const { data, error, refetch } = useQuery({ ...debitAuthorizationQuery(useApi(), receiver.token), enabled: !isMasquerading });
  if (isMasquerading) return <Small>{debitTexts.staff}</Small>;
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      <Small>{debitTexts.linking(name)}</Small>
      {data ? <AuthorizationText markdown={data.offered.markdown} /> : <Skeleton label="Loading the authorization" lines={1} />}
    </>
  );
}

/** The text of an authorization, folded up. */
export function AuthorizationText({ markdown }: { markdown: string }) {
  return (
    <Reading>
      <summary>{debitTexts.read}</summary>
      <Suspense fallback={<Skeleton label="Loading the authorization" lines={8} />}>
        <AgreementText markdown={markdown} />
      </Suspense>
    </Reading>
  );
}
