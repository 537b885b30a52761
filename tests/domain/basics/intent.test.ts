import { describe, expect, it } from 'vitest';
import { intentKeys } from '../../../server/contract/intent.ts';

/** An intent with keys 1, 2, …, and the calls that it made, each answered by hand. */
function watched() {
  let count = 0;
  const keys = intentKeys<string>(() => {
    count += 1;
    return String(count);
  });
  const calls: { key: string; answer: (text: string) => void }[] = [];
  const send = (input: unknown) => keys.once(input, () => new Promise((answer) => calls.push({ key: keys.keyOf(input), answer })));
  return { keys, calls, send };
}

describe('an intent', () => {
  it('is sent once while it is under way, and both presses get the answer', async () => {
    const { calls, send } = watched();
    const presses = [send({ version: 'a' }), send({ version: 'a' })];
    expect(calls).toHaveLength(1);
    calls[0]?.answer('accepted');
    expect(await Promise.all(presses)).toEqual(['accepted', 'accepted']);
  });

  it('is sent again under its key after a failure, under another after success, and beside another input', async () => {
    const { keys, calls, send } = watched();
    const first = send('a');
    calls[0]?.answer('lost');
    await first;
    const second = send('a');
    keys.succeeded();
    calls[1]?.answer('done');
    await second;
    void send('a');
    void send('b');
    expect(calls.map(({ key }) => key)).toEqual(['1', '1', '2', '3']);
  });
});
