import type { Config } from '../config.ts';
import type { FieldError } from '../contract/problems.ts';
import type { ErrorCode } from '../domain/basics/errors.ts';
import type { FileOrder } from '../services/reports/fileMaker.ts';
import type { ReportFile } from '../services/reports/reportFile.ts';

/** What a thread is given when it starts. */
export interface FileThreadData {
  config: Pick<Config, 'environment' | 'logLevel'>;
  databaseUrl: string;
}

/** What the clocks of the web process said when it gave an order: the product's, and its machine's. */
export interface OrderTimes {
  now: Date;
  machineNow: Date;
}

/** The messages between the web process and a thread that makes files. Each concerns the order with its number. */

export type ToThread =
  | { type: 'make'; id: number; order: FileOrder; times: OrderTimes }
  /** The client has taken one piece. */
  | { type: 'taken'; id: number }
  /** Nobody wants the file any more. */
  | { type: 'leave'; id: number };

export type FileHead = Pick<ReportFile, 'contentType' | 'fileName'>;

export type FromThread =
  /** Comes before the first piece. */
  | { type: 'head'; id: number; head: FileHead }
  | { type: 'piece'; id: number; bytes: Uint8Array }
  /** All of it was made and taken. */
  | { type: 'complete'; id: number }
  | { type: 'failed'; id: number; failure: Failure }
  /** The thread does nothing more for this order. */
  | { type: 'closed'; id: number };

/** An error as plain data, since a thread hands over no classes. */
export type Failure =
  | { code: ErrorCode; details: Readonly<Record<string, unknown>>; message: string; errors?: readonly FieldError[] }
  | { name: string; message: string; stack: string | undefined };

/** The most pieces that a thread makes before the client has taken them. */
export const piecesAhead = 16;

/** The size of a piece in bytes. */
export const pieceBytes = 64 * 1024;
