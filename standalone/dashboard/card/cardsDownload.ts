import { cardsTexts } from '../../../server/domain/card/cardWords.ts';
import type { DownloadOrder } from '../downloads/downloads.ts';

/** Returns the download of all cards with their holders, limits and what is left. */
export function cardsDownload(token: string): DownloadOrder {
  return { label: cardsTexts.heading, path: `/api/users/${encodeURIComponent(token)}/cards_csv`, accept: 'text/csv' };
}
