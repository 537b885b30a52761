import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { bodyOf } from '../../../server/providers/slack/map.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());

const link = { label: 'Open', url: 'http://headway.localhost:3000/' };

describe('Slack', () => {
  const post = async (body: string) => {
    const { url } = (await sandbox.press('slack', 'add_webhook')).body.result as { url: string };
    const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return [answer.status, await answer.text()];
  };

  it.each([
    ['an empty title', { type: 'header', text: { type: 'plain_text', text: '' } }],
    ['a title of 151 characters', { type: 'header', text: { type: 'plain_text', text: 'a'.repeat(151) } }],
    ['a section of 3,001 characters', { type: 'section', text: { type: 'mrkdwn', text: 'a'.repeat(3_001) } }],
  ])('refuses %s', async (_what, block) => {
    expect(await post(JSON.stringify({ text: 'Card', blocks: [block] }))).toEqual([400, 'invalid_blocks']);
  });

  it('takes our longest message, and what it shortens ends in no half of an escaped character', async () => {
    const longest = bodyOf({ title: 'T'.repeat(200), body: `${'a'.repeat(2_997)}&b`, link });
    expect(JSON.parse(longest).blocks[1].text.text).toBe('a'.repeat(2_997));
    expect(await post(longest)).toEqual([200, 'ok']);
  });
});

describe('a push service', () => {
  it('refuses a topic that is too long, or not of its characters', async () => {
    const { result } = (await sandbox.press('push', 'subscribe')).body;
    const subscription = result as { endpoint: string; keys: { p256dh: string; auth: string } };
    const vapidDetails = { subject: 'mailto:somebody@example.com', ...webPush.generateVAPIDKeys() };
    const { headers, body } = webPush.generateRequestDetails(subscription, 'hello', { vapidDetails, TTL: 60, contentEncoding: 'aes128gcm' });
    const { 'Content-Length': _length, ...sent } = headers as Record<string, string>;
    const send = async (topic: string) =>
      (await fetch(subscription.endpoint, { method: 'POST', headers: { ...sent, Topic: topic }, body: new Uint8Array(body ?? []) })).status;
    expect([await send('a'.repeat(32)), await send('a'.repeat(33)), await send('card 1')]).toEqual([201, 400, 400]);
  });
});
