import { describe, expect, it } from 'vitest';
import { shownRows } from '../../../server/contract/shownRows.ts';
import { cardEventSentence, cardStatusWords, transferStatusWords } from '../../../server/domain/table/statusWords.ts';

describe('the status of a transaction', () => {
  it.each([
    ['PENDING', 4_200, 'Pending: held, not charged by the merchant yet'],
    ['SETTLED', 4_200, 'Settled: charged by the merchant'],
    ['PENDING', -4_200, 'Pending: announced, not credited by the merchant yet'],
    ['SETTLED', -4_200, 'Settled: credited by the merchant'],
    ['VOIDED', 4_200, 'Canceled by the merchant'],
    ['EXPIRED', 4_200, 'Expired: never charged by the merchant'],
    ['DECLINED', 4_200, 'Declined'],
    ['OF_TOMORROW', 4_200, 'Of tomorrow'],
  ])('%s of %i cents is %s', (status, amount_cents, words) => {
    expect(cardStatusWords({ status, amount_cents })).toBe(words);
  });

  it.each(['PENDING', 'SETTLED', 'EXPIRED'])('a card check that is %s was neither held nor charged', (status) => {
    expect(cardStatusWords({ status, amount_cents: 0, repayment_date: null })).toBe('The merchant only checked the card');
  });

  it.each([
    ['pending', 'Pending: about to be sent to your bank'],
    ['posted', 'On its way: sent to your bank'],
    ['settled', 'Settled'],
    ['funds_available', 'Settled'],
    ['cancelled', 'Canceled'],
    ['failed', 'Failed'],
    ['returned', 'Sent back by your bank'],
    ['of_tomorrow', 'Of tomorrow'],
  ])('%s of a transfer is %s', (status, words) => {
    expect(transferStatusWords(status)).toBe(words);
  });

  it.each([
    ['AUTHORIZATION', 'Hold'],
    ['CLEARING', 'Charge'],
    ['AUTHORIZATION_EXPIRY', 'Expiry of the hold'],
    ['RETURN', 'Refund'],
    ['OF_TOMORROW', 'Of tomorrow'],
  ])('the event %s is called %s', (type, words) => {
    expect(cardEventSentence({ type, result: 'APPROVED', amount_cents: 4_210 })).toBe(`${words} of $42.10`);
  });
});

describe('a pending purchase in the table', () => {
  const row = (status: string) => ({
    id: status,
    status,
    result: 'APPROVED',
    descriptor: 'NIMBUS HOSTING',
    amount_cents: 4_200,
    created_at: '2026-11-22T15:00:00.000Z',
    repayment_date: '2026-12-22',
    foreign: null,
    card: null,
  });

  it('is marked, and its cells are as those of any other', () => {
    const [pending, settled] = shownRows({ tab: 'card', rows: [row('PENDING'), row('SETTLED')], cards: [], page: 1, from: 1, to: 2, total: 2 });
    expect([pending?.isPending, settled?.isPending]).toEqual([true, false]);
    expect(pending?.cells).toEqual(['Purchase', 'NIMBUS HOSTING', '$42.00', 'Nov 22, 2026', 'Dec 22, 2026']);
    expect(settled?.cells).toEqual(pending?.cells);
  });
});
