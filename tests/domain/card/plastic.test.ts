import { describe, expect, it } from 'vitest';
import { isFollowed, type Plastic, plasticSteps, trackingAddress } from '../../../server/domain/card/plastic.ts';

const ordered: Plastic = {
  ordered_at: '2026-07-01T09:00:00Z',
  mailed_at: null,
  shipping_method: null,
  tracking_number: null,
  activated_at: null,
  is_again: false,
};
const mailed: Plastic = { ...ordered, mailed_at: '2026-07-03T12:00:00Z', shipping_method: 'USPS with tracking', tracking_number: '9400 1' };
const activated: Plastic = { ...mailed, activated_at: '2026-07-08T08:00:00Z' };

describe('a physical card', () => {
  it.each<[string, string, Plastic, string[]]>([
    ['was ordered', 'PENDING_FULFILLMENT', ordered, ['current', 'ahead', 'ahead', 'ahead', 'ahead']],
    ['is being made', 'PENDING_ACTIVATION', ordered, ['done', 'current', 'ahead', 'ahead', 'ahead']],
    ['is on its way', 'PENDING_ACTIVATION', mailed, ['done', 'done', 'done', 'current', 'ahead']],
    ['is on its way though the issuer’s state is late', 'PENDING_FULFILLMENT', mailed, ['done', 'done', 'done', 'current', 'ahead']],
    ['is in use', 'OPEN', activated, ['done', 'done', 'done', 'done', 'done']],
    ['is in use and paused', 'PAUSED', activated, ['done', 'done', 'done', 'done', 'done']],
  ])('that %s', (_, state, plastic, progress) => {
    const steps = plasticSteps(state, plastic);
    expect(steps.map(({ label }) => label)).toEqual(['Ordered', 'Being made', 'Mailed', 'On its way', 'Activated']);
    expect(steps.map((step) => step.progress)).toEqual(progress);
  });

  it('tells when it was ordered, mailed and activated', () => {
    expect(plasticSteps('PENDING_FULFILLMENT', ordered).map(({ at }) => at)).toEqual(['2026-07-01T09:00:00Z', null, null, null, null]);
    expect(plasticSteps('OPEN', activated).map(({ at }) => at)).toEqual(['2026-07-01T09:00:00Z', null, '2026-07-03T12:00:00Z', null, '2026-07-08T08:00:00Z']);
  });

  it('that is mailed again while the old one is in use says so until the new one is mailed, and when that was', () => {
    const again = { ...activated, is_again: true };
    const steps = (state: string, mailed_at: string | null) =>
      plasticSteps(state, { ...again, mailed_at }).map(({ label, progress, at }) => [label, progress, at]);
    for (const state of ['OPEN', 'PAUSED']) {
      expect(steps(state, null)).toEqual([
        ['Ordered', 'current', null],
        ['Mailed', 'ahead', null],
      ]);
      expect(steps(state, '2026-09-03T12:00:00Z')).toEqual([
        ['Ordered', 'done', null],
        ['Mailed', 'done', '2026-09-03T12:00:00Z'],
      ]);
    }
    // Nothing was in use before.
    expect(steps('PENDING_ACTIVATION', null).map(([label]) => label)).toEqual(['Ordered', 'Being made', 'Mailed', 'On its way', 'Activated']);
  });

  it.each<[string, string, Plastic, string[]]>([
    ['its way', 'PENDING_ACTIVATION', mailed, ['On its way']],
    ['nothing before it is mailed', 'PENDING_ACTIVATION', ordered, []],
    ['nothing once it is in use', 'OPEN', activated, []],
    ['the mailing of new plastic', 'OPEN', { ...activated, is_again: true }, ['Mailed']],
    ['nothing before new plastic is mailed', 'OPEN', { ...activated, mailed_at: null, is_again: true }, []],
  ])('is followed beside %s', (_, state, plastic, labels) => {
    expect(plasticSteps(state, plastic).flatMap((step) => (isFollowed(step, plastic) ? [step.label] : []))).toEqual(labels);
  });

  it.each([
    ['USPS with tracking', '9400 1', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201'],
    ['FedEx 2 days', '7712', 'https://www.fedex.com/fedextrack/?trknbr=7712'],
    ['Ex-US standard with tracking', '7712', null],
    ['USPS without tracking envelope', null, null],
    [null, '7712', null],
    ['constructor', '7712', null],
  ])('mailed by %s with number %s is followed at %s', (shipping_method, tracking_number, address) => {
    expect(trackingAddress({ shipping_method, tracking_number })).toBe(address);
  });
});
