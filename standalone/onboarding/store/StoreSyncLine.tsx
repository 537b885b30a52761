import styled from 'styled-components';
import { limitOutlook } from '../../../server/domain/onboarding/limitEstimate.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { useLimitEstimate } from './useLimitEstimate.ts';
import { type StoreSync, useStoreSync } from './useStoreSync.ts';

const Line = styled.section`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  color: ${({ theme }) => theme.colors.secondary60};
  margin-top: 2.5rem;
  padding-top: 1rem;

  p {
    margin: 0;
    text-wrap: pretty;
  }

  strong {
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

const Track = styled.div`
  background: ${({ theme }) => theme.colors.secondary20};
  border-radius: 0.125rem;
  height: 0.25rem;
  margin-top: 0.5rem;
  overflow: hidden;
`;

const Filled = styled.div`
  background: ${({ theme }) => theme.colors.primary};
  height: 100%;
  transition: width 0.6s;
`;

/** Shows the progress of reading the store's sales, and then an estimate of the limit. The server reads on when the page is closed. */
export function StoreSyncLine() {
  const { data, error, refetch } = useStoreSync();
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return data ? <KnownStore store={data} /> : null;
}

function KnownStore({ store }: { store: StoreSync }) {
  // The months that have been read are of the record, which stands still while a step is shown.
  const outlook = limitOutlook(store, useLimitEstimate(store), null);
  if (outlook === null) return null;
  const { title, text, percent } = outlook;
  return (
    <Line aria-label="Your sales" aria-live="polite">
      {title !== null && (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      <p>{text}</p>
      {percent !== null && (
        <Track role="progressbar" aria-label="Sales read" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
          <Filled style={{ width: `${percent}%` }} />
        </Track>
      )}
    </Line>
  );
}
