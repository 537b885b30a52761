export const csvType = 'text/csv; charset=utf-8';

/** The answer of a call as bytes: a file to download, or an answer to read. A long one is generated while it is sent. */
export interface ReportFile {
  contentType: string;
  /** The name under which it is saved; null for an answer that is read and not saved. */
  fileName: string | null;
  /** Each piece is of use as soon as it is written, so nothing on the way may wait for more. */
  isLive?: true;
  body: string | Buffer | AsyncIterable<string | Buffer>;
}

/** A file as its use case makes it. */
export interface MadeFile extends ReportFile {
  /** Runs after the client has taken all of the body. Does not run when the client leaves before. */
  onSent?: () => Promise<void>;
}

/** Returns whether an answer is a file; all others are JSON. */
export function isReportFile(answer: unknown): answer is MadeFile {
  return typeof answer === 'object' && answer !== null && 'contentType' in answer && 'fileName' in answer && 'body' in answer;
}
