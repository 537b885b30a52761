import { useQuery } from '@tanstack/react-query';
import { fetchFile, saveFile } from '../../dashboard/downloads/fetchFile.ts';
import { useViewDate } from '../../dashboard/today.ts';
import { Problem } from '../../forms/Problem.tsx';
import { asProblem } from '../../forms/useIntent.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { useSession } from '../../session/session.ts';
import { useGlobalQuery } from '../../session/useGlobalQuery.ts';

interface RepaymentDownloadProps {
  title: string;
  token: string;
  onClose: () => void;
}

/** Downloads the file of a customer's repayments, up to the day that the page shows as today. */
export function RepaymentDownload({ title, token, onClose }: RepaymentDownloadProps) {
  const { accessToken } = useSession();
  const { now } = useGlobalQuery();
  const { shown_now } = useViewDate();
  const until = now === null ? '' : `?${new URLSearchParams({ now: shown_now.toISOString() })}`;
  const path = `/api/staff/receivers/${encodeURIComponent(token)}/repayment_csv${until}`;
  const saved = useQuery({
    queryKey: ['repayment file', path],
    queryFn: async ({ signal }) => {
      const file = await fetchFile({ label: title, path, accept: 'text/csv' }, { accessToken, signal, onProgress: () => undefined });
      saveFile(file);
      return file.name;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog title={title} onClose={onClose} actions={[{ text: 'Close', onClick: onClose }]}>
      {saved.error ? (
        <Problem problem={asProblem(saved.error)} onRetry={() => void saved.refetch()} />
      ) : (
        <p role="status">{saved.data === undefined ? 'Making the file…' : `Saved ${saved.data}`}</p>
      )}
    </Dialog>
  );
}
