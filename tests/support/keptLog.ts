import { Writable } from 'node:stream';
import { type Level, type Logger, pino } from 'pino';

/** A line of the log as it is written: its level, its message and what it was given. */
export interface LogLine {
  readonly [field: string]: unknown;
  readonly level: number;
  readonly msg: string;
}

/** Opens a log from a level on that keeps its lines, in their order, for a test to look at. */
export function openKeptLog(level: Level): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  return { log: pino({ level }, destination), lines };
}
