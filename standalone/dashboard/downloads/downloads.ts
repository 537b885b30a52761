import { createContext, useContext } from 'react';

/** A file of the server's, fetched as the person signed in and saved by the browser. */
export interface DownloadOrder {
  /** What it is, for the one who waits: `Card transactions`. */
  label: string;
  /** Path and query. */
  path: string;
  /** The media type asked for. */
  accept: string;
  /** How many lines it will have, where that is known: the progress is told by them. */
  lines?: number;
}

/** A download with several files asks for their list first. */
export type DownloadStart = DownloadOrder | { label: string; files: () => Promise<readonly DownloadOrder[]> };

export interface Downloads {
  /** Begins a download, which goes on while other pages are opened. */
  start(order: DownloadStart): void;
}

export const DownloadsContext = createContext<Downloads | undefined>(undefined);

export function useDownloads(): Downloads {
  const downloads = useContext(DownloadsContext);
  if (!downloads) throw new Error('useDownloads is used outside of DownloadsProvider');
  return downloads;
}
