import { createContext, useContext } from 'react';

/** A file to fetch from the server as the person signed in, and to save by the browser. */
export interface DownloadOrder {
  /** The name shown while it downloads: `Card transactions`. */
  label: string;
  /** Path and query. */
  path: string;
  /** The media type asked for. */
  accept: string;
  /** The number of lines it will have, where known; the progress is computed from it. */
  lines?: number;
}

/** One file, or several whose list is asked for first. */
export type DownloadStart = DownloadOrder | { label: string; files: () => Promise<readonly DownloadOrder[]> };

/** A download as the list shows it. */
export interface RunningDownload {
  id: number;
  start: DownloadStart;
  state: 'running' | 'saved' | 'failed';
  /** The share that has arrived, 0 to 1; null when the length is unknown. */
  share: number | null;
  bytes: number;
  /** The names of the saved files; empty until they are saved. */
  fileNames: readonly string[];
  /** Why it failed, for the reader. */
  problem: string | null;
}

export interface Downloads {
  /** Starts a download, which continues while other pages are opened. */
  start(order: DownloadStart): void;
}

export const DownloadsContext = createContext<Downloads | undefined>(undefined);

export function useDownloads(): Downloads {
  const downloads = useContext(DownloadsContext);
  if (!downloads) throw new Error('useDownloads is used outside of DownloadsProvider');
  return downloads;
}
