import type { Config } from '../config.ts';
import type { FieldError } from '../contract/problems.ts';
import type { ErrorCode } from '../domain/basics/errors.ts';
import type { ReplicaReport } from '../services/deps.ts';
import type { FileOrder } from '../services/reports/fileMaker.ts';
import type { ReportFile } from '../services/reports/reportFile.ts';

/** The data that a process for files is given when it starts. */
export interface FileProcessData {
  config: Pick<Config, 'environment' | 'logLevel'>;
  databaseUrl: string;
  /** Undefined where there is no replica. */
  replicaUrl: string | undefined;
}

/** The times by the clocks of the web process when it gave an order: the product's, and its machine's. */
export interface OrderTimes {
  now: Date;
  machineNow: Date;
}

/** A message of the web process to one that makes files, about the order with its number. */
export type OfOrder =
  | { type: 'make'; id: number; order: FileOrder; times: OrderTimes; asksReplica: boolean }
  /** The client has taken one piece. */
  | { type: 'taken'; id: number }
  /** The client has left. */
  | { type: 'leave'; id: number };

export type ToFileProcess = { type: 'begin'; data: FileProcessData } | OfOrder;

export type FileHead = Pick<ReportFile, 'contentType' | 'fileName'>;

export type FromFileProcess =
  /** Tells what came of asking the replica. */
  | { type: 'replica'; report: ReplicaReport }
  /** Comes before the first piece. */
  | { type: 'head'; id: number; head: FileHead }
  | { type: 'piece'; id: number; bytes: Uint8Array }
  /** All of it was made and taken. */
  | { type: 'complete'; id: number }
  | { type: 'failed'; id: number; failure: Failure }
  /** Nothing more is done for this order. */
  | { type: 'closed'; id: number };

/** An error as plain data, since no classes pass between processes. */
export type Failure =
  | { code: ErrorCode; details: Readonly<Record<string, unknown>>; message: string; errors?: readonly FieldError[] }
  | { name: string; message: string; stack: string | undefined };

/** The most pieces that are made before the client has taken them. */
export const piecesAhead = 16;

/** The size of a piece in bytes. */
export const pieceBytes = 64 * 1024;
