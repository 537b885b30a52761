import { describe, expect, it } from 'vitest';
import { DomainError } from '../../server/domain/basics/errors.ts';
import { Turns } from '../../server/services/requests/turns.ts';

const stays = new AbortController().signal;
const refusals = { ofCaller: () => new DomainError('rate_limited', { retryAfterSeconds: 10 }), inAll: () => new DomainError('files_busy') };

/** Asks for a turn and notes its name when it begins. */
function asking(turns: Turns, begun: string[]) {
  const ends = new Map<string, () => void>();
  return {
    ask: (caller: string, name: string, left = stays) =>
      turns.take(caller, left).then((end) => {
        begun.push(name);
        ends.set(name, end);
      }),
    async end(name: string) {
      ends.get(name)?.();
      await Promise.resolve();
      await new Promise(setImmediate);
    },
  };
}

describe('turns', () => {
  it('go from caller to caller, and within a caller in the order of asking', async () => {
    const begun: string[] = [];
    const { ask, end } = asking(new Turns({ atOnce: 1, perCaller: 1, waiting: 10, waitingPerCaller: 10, refusals }), begun);
    const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1'), ask('b', 'b2')];
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      await new Promise(setImmediate);
      await end(name);
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('are so many for one caller, however many are free', async () => {
    const turns = new Turns({ atOnce: 5, perCaller: 2, waiting: 10, waitingPerCaller: 1, refusals });
    await turns.take('a', stays);
    await turns.take('a', stays);
    const third = turns.take('a', stays);
    await expect(turns.take('a', stays)).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 10 } });
    await turns.take('b', stays);
    expect(turns.counts).toEqual({ running: 3, waiting: 1 });
    turns.close();
    await expect(third).rejects.toMatchObject({ code: 'not_ready' });
  });

  it('are free again once, however often they are ended, and for the next one when the first in line has left', async () => {
    const turns = new Turns({ atOnce: 1, perCaller: 1, waiting: 2, waitingPerCaller: 2, refusals });
    const end = await turns.take('a', stays);
    const leaves = new AbortController();
    const gone = turns.take('b', leaves.signal);
    const next = turns.take('c', stays);
    await expect(turns.take('d', stays)).rejects.toMatchObject({ code: 'files_busy' });
    leaves.abort();
    await expect(gone).rejects.toMatchObject({ code: 'rate_limited' });
    end();
    end();
    await next;
    expect(turns.counts).toEqual({ running: 1, waiting: 0 });
  });
});
