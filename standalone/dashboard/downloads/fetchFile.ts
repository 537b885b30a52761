import { CallFailure } from '../../../server/browser/callFailure.ts';
import { fileNotMade } from '../../../server/domain/reports/fileNotMade.ts';
import { notReached } from '../../api.ts';
import type { DownloadOrder } from './downloads.ts';

interface Fetched {
  name: string;
  content: Blob;
}

interface FetchFile {
  accessToken: () => Promise<string | null>;
  signal: AbortSignal;
  /** Called with the bytes and lines received so far, after each piece. */
  onProgress: (received: { bytes: number; lines: number }) => void;
}

const lineFeed = 10;

/** The title of every failure to download. */
const notDownloaded = 'Not downloaded';

/** Fetches a file and reports its progress piece by piece. Throws a CallFailure. */
export async function fetchFile({ path, accept }: DownloadOrder, { accessToken, signal, onProgress }: FetchFile): Promise<Fetched> {
  const token = await accessToken();
  const cutOff = (failure: unknown): never => {
    throw signal.aborted ? failure : notReached(notDownloaded);
  };
  const response = await fetch(path, { headers: { Accept: accept, Authorization: `Bearer ${token}` }, credentials: 'omit', signal }).catch(cutOff);
  if (!response.ok || !response.body) throw await problemOf(response);
  const pieces: BlobPart[] = [];
  const received = { bytes: 0, lines: 0 };
  const reader = response.body.getReader();
  // A connection also ends in the middle of a file, for which the browser has only its own words.
  const next = () => reader.read().catch(cutOff);
  for (let piece = await next(); !piece.done; piece = await next()) {
    pieces.push(piece.value);
    received.bytes += piece.value.length;
    received.lines += piece.value.reduce((lines, byte) => (byte === lineFeed ? lines + 1 : lines), 0);
    onProgress({ ...received });
  }
  return { name: fileName(response), content: new Blob(pieces, { type: accept }) };
}

/** Hands a fetched file to the browser to be saved. */
export function saveFile({ name, content }: Fetched): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // In a later task the browser already holds the content, so the address may go.
  setTimeout(() => URL.revokeObjectURL(address));
}

function fileName(response: Response): string {
  const written = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return written === undefined ? 'download' : decodeURIComponent(written);
}

async function problemOf(response: Response): Promise<CallFailure> {
  const body: unknown = await response.json().catch(() => null);
  const detail = typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string' ? body.detail : fileNotMade;
  return new CallFailure({ status: response.status, code: 'download_failed', title: notDownloaded, detail });
}
