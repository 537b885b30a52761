import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { DownloadList } from './DownloadList.tsx';
import { type DownloadOrder, type DownloadStart, DownloadsContext, type RunningDownload } from './downloads.ts';
import { fetchFile, saveFile } from './fetchFile.ts';

const shownAfterSaveMs = 6_000;

/** Runs downloads independently of the open page, and shows the progress of each. */
export function DownloadsProvider({ children }: { children: ReactNode }) {
  const { accessToken } = useSession();
  const [running, setRunning] = useState<readonly RunningDownload[]>([]);
  const abort = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);

  const change = useCallback((id: number, changed: Partial<RunningDownload>) => {
    setRunning((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  }, []);

  const dismiss = useCallback((id: number) => {
    abort.current.get(id)?.abort();
    abort.current.delete(id);
    setRunning((all) => all.filter((one) => one.id !== id));
  }, []);

  const run = useCallback(
    async (id: number, start: DownloadStart) => {
      const controller = new AbortController();
      abort.current.set(id, controller);
      try {
        const orders: readonly DownloadOrder[] = 'files' in start ? await start.files() : [start];
        const fileNames: string[] = [];
        for (const order of orders) {
          const file = await fetchFile(order, {
            accessToken,
            signal: controller.signal,
            onProgress: ({ bytes, lines }) => change(id, { bytes, share: order.lines ? Math.min(1, lines / order.lines) : null }),
          });
          saveFile(file);
          fileNames.push(file.name);
        }
        change(id, { state: 'saved', share: 1, fileNames });
        setTimeout(() => dismiss(id), shownAfterSaveMs);
      } catch (failure) {
        if (controller.signal.aborted) return;
        change(id, { state: 'failed', problem: failure instanceof Error ? failure.message : null });
      }
    },
    [accessToken, change, dismiss],
  );

  const begin = useCallback(
    (start: DownloadStart) => {
      lastId.current += 1;
      const id = lastId.current;
      setRunning((all) => [...all, { id, start, state: 'running', share: null, bytes: 0, fileNames: [], problem: null }]);
      void run(id, start);
    },
    [run],
  );

  const again = (id: number, start: DownloadStart) => {
    dismiss(id);
    begin(start);
  };

  return (
    <DownloadsContext.Provider value={useMemo(() => ({ start: begin }), [begin])}>
      {children}
      <DownloadList downloads={running} onDismiss={dismiss} onRetry={again} />
    </DownloadsContext.Provider>
  );
}
