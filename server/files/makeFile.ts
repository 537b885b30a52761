import { callName } from '../contract/call.ts';
import type { FileDeps } from '../services/deps.ts';
import type { FileOrder } from '../services/reports/fileMaker.ts';
import { isReportFile, type MadeFile, type ReportFile } from '../services/reports/reportFile.ts';
import { checkAnswer } from '../services/requests/checkAnswer.ts';
import { fileCalls } from './fileCalls.ts';
import { pieceBytes } from './messages.ts';

const callsByName = new Map<string, (typeof fileCalls)[number]>(fileCalls.map((call) => [callName(call.contract), call]));

/** Makes the answer of an order: a file, or JSON that fits the contract. */
export async function makeFile(deps: FileDeps, order: FileOrder): Promise<MadeFile> {
  const call = callsByName.get(order.call);
  if (!call) throw new TypeError(`${order.call} is answered elsewhere`);
  const made = await call.make(deps, order);
  if (isReportFile(made)) return made;
  return { contentType: 'application/json; charset=utf-8', fileName: null, body: JSON.stringify(checkAnswer(deps, call.contract, made)) };
}

/** Yields a body in pieces of equal size, the last one shorter. */
export async function* inPieces(body: ReportFile['body']): AsyncGenerator<Uint8Array> {
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body) {
    const bytes = Buffer.from(chunk);
    kept.push(bytes);
    size += bytes.length;
    if (size < pieceBytes) continue;
    const all = Buffer.concat(kept, size);
    const whole = size - (size % pieceBytes);
    for (let start = 0; start < whole; start += pieceBytes) yield all.subarray(start, start + pieceBytes);
    kept = [all.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(kept, size);
}
