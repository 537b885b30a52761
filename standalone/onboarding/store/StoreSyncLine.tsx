import styled from 'styled-components';
import { type StoreSync, useStoreSync } from './useStoreSync.ts';

const Line = styled.section`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  color: ${({ theme }) => theme.colors.secondary60};
  margin-top: 2.5rem;
  padding-top: 1rem;

  p {
    margin: 0;
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

const count = new Intl.NumberFormat('en-US');

/** Shows the progress of reading the store's sales. The server reads on when the page is closed. */
export function StoreSyncLine() {
  const { data } = useStoreSync();
  const text = data && wordsOf(data);
  if (!data || !text) return null;
  const percent = percentOf(data);
  return (
    <Line aria-label="Your sales">
      <p>{text}</p>
      {percent !== null && (
        <Track role="progressbar" aria-label="Sales read" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
          <Filled style={{ width: `${percent}%` }} />
        </Track>
      )}
    </Line>
  );
}

/** Returns the text for the state of the sync; null once the sync is done. */
function wordsOf({ sync_state, store_name, synced_count, expected_count }: StoreSync): string | null {
  const store = store_name ?? 'your store';
  switch (sync_state) {
    case 'waiting':
      return `We are about to read the sales of ${store}. You need not wait for it.`;
    case 'running':
      return synced_count === 0
        ? `We are reading the sales of ${store}. You need not wait for it.`
        : `We are reading the sales of ${store}: ${count.format(synced_count)}${expected_count === null ? '' : ` of ${count.format(expected_count)}`} so far. You need not wait for it.`;
    case 'failed':
      return `The sales of ${store} could not be read just now. We try again by ourselves.`;
    default:
      return null;
  }
}

function percentOf({ sync_state, synced_count, expected_count }: StoreSync): number | null {
  if (sync_state !== 'running' || !expected_count) return null;
  return Math.min(100, Math.round((synced_count / expected_count) * 100));
}
