import { Button } from '@bigcommerce/big-design';
import { CheckCircleIcon, CloseIcon, ErrorIcon } from '@bigcommerce/big-design-icons';
import styled from 'styled-components';
import type { DownloadStart, RunningDownload } from './downloads.ts';

const List = styled.ul`
  bottom: 1rem;
  display: grid;
  gap: 0.5rem;
  left: 1rem;
  list-style: none;
  margin: 0;
  max-height: calc(100vh - 2rem);
  overflow-y: auto;
  padding: 0;
  position: fixed;
  right: 1rem;
  z-index: ${({ theme }) => theme.zIndex.popover};

  @media (min-width: 600px) {
    left: auto;
    width: 22rem;
  }
`;

const Item = styled.li`
  align-items: center;
  background: ${({ theme }) => theme.colors.white};
  ${({ theme }) => theme.shadow.floating};
  display: grid;
  gap: 0 0.75rem;
  grid-template-columns: auto 1fr auto;
  padding: 0.75rem 0.75rem 0.75rem 1rem;

  p {
    margin: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  p + p {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }

  .bd-button {
    margin: 0;
    width: auto;
  }

  progress {
    accent-color: ${({ theme }) => theme.colors.primary};
    height: 0.375rem;
    width: 100%;
  }
`;

interface DownloadListProps {
  downloads: readonly RunningDownload[];
  onDismiss: (id: number) => void;
  onRetry: (id: number, start: DownloadStart) => void;
}

/** The progress of the downloads, at the edge of the open page. */
export function DownloadList({ downloads, onDismiss, onRetry }: DownloadListProps) {
  return (
    <div role="status" aria-label="Downloads">
      <List>
        {downloads.map(({ id, start, state, share, bytes, fileNames, problem }) => (
          <Item key={id}>
            {state === 'failed' ? <ErrorIcon color="danger" /> : <CheckCircleIcon color={state === 'saved' ? 'success' : 'secondary30'} />}
            <div>
              <p>{start.label}</p>
              {state === 'running' && <progress aria-label={start.label} {...(share !== null && { value: share })} />}
              <p>{state === 'failed' ? problem : state === 'saved' ? `Saved ${fileNames.join(', ')}` : describeSize(bytes)}</p>
              {state === 'failed' && (
                <Button variant="subtle" onClick={() => onRetry(id, start)}>
                  Try again
                </Button>
              )}
            </div>
            <Button variant="subtle" iconOnly={<CloseIcon title={state === 'running' ? 'Cancel' : 'Dismiss'} />} onClick={() => onDismiss(id)} />
          </Item>
        ))}
      </List>
    </div>
  );
}

const megabytes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

function describeSize(bytes: number): string {
  if (bytes === 0) return 'Making the file…';
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB so far` : `${megabytes.format(bytes / 1_000_000)} MB so far`;
}
