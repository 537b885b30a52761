import { setTimeout as pause } from 'node:timers/promises';
import { ascending } from '../../support/percentile.ts';

// A client that asks for one statement many times at once. It runs apart from the bench, whose times would hold its work.

export interface StatementsWanted {
  url: string;
  headers: Record<string, string>;
  count: number;
}

/** Returns how many bytes an answer has, without keeping them. */
async function sizeOf(answer: Response): Promise<number> {
  let size = 0;
  const pieces = answer.body?.getReader();
  for (;;) {
    const piece = await pieces?.read();
    if (!piece?.value) return size;
    size += piece.value.length;
  }
}

/** Asks for a statement until it comes. Returns after how many seconds it did. */
async function askForStatement({ url, headers }: StatementsWanted): Promise<number> {
  const began = performance.now();
  let last = '';
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answer = await fetch(url, { headers });
    const size = await sizeOf(answer);
    if (answer.ok && size > 100_000) return (performance.now() - began) / 1_000;
    last = `${answer.status}, ${size} bytes`;
    await pause(1_000);
  }
  throw new Error(`a statement did not come: ${last}`);
}

process.on('message', async (wanted: StatementsWanted) => {
  const took = await Promise.all(Array.from({ length: wanted.count }, () => askForStatement(wanted)));
  process.send?.(ascending(took));
});
