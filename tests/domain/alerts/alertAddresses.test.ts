import { describe, expect, it } from 'vitest';
import { isPushEndpoint, isSlackWebhook, pushServiceName } from '../../../server/domain/alerts/alertAddresses.ts';

const standIn = 'http://localhost:3900';

describe('an endpoint of push', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', 'Chrome or Edge'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'Firefox'],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'Edge'],
    ['https://web.push.apple.com/abc', 'Safari or iPhone'],
  ])('%s belongs to a known service', (address, name) => {
    expect([isPushEndpoint(address, null), pushServiceName(address)]).toEqual([true, name]);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil.example/?https://fcm.googleapis.com/',
    'https://user:word@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://evilnotify.windows.com/abc',
    'https://notify.windows.com.evil.example/',
    'https://169.254.169.254/latest/meta-data',
    'http://localhost:3900/push/send/abc',
    'file:///etc/passwd',
    'no address',
    '',
  ])('%s belongs to none', (address) => {
    expect(isPushEndpoint(address, null)).toBe(false);
  });

  it('of the stand-in counts only while it plays, and only where it takes messages', () => {
    expect(isPushEndpoint(`${standIn}/push/send/abc`, standIn)).toBe(true);
    expect(isPushEndpoint(`${standIn}/control/clock`, standIn)).toBe(false);
    expect(isPushEndpoint('http://localhost:3901/push/send/abc', standIn)).toBe(false);
  });
});

describe('a webhook of Slack', () => {
  const path = '/services/T0123ABCD/B0123ABCD/abcdefghABCDEFGH12345678';
  it('is below its one host', () => {
    expect(isSlackWebhook(`https://hooks.slack.com${path}`, null)).toBe(true);
    expect(isSlackWebhook(`${standIn}/slack${path}`, standIn)).toBe(true);
  });

  it.each([
    `http://hooks.slack.com${path}`,
    `https://hooks.slack.com.evil.example${path}`,
    `https://hooks.slack.com:444${path}`,
    `https://hooks.slack.com${path}?to=elsewhere`,
    `https://hooks.slack.com/services/../${path}`,
    'https://hooks.slack.com/workflows/T1/B1/abcdefgh',
    `${standIn}/slack${path}`,
  ])('is not %s', (address) => {
    expect(isSlackWebhook(address, null)).toBe(false);
  });
});
