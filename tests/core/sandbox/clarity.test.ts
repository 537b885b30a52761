import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => fetch(`${sandbox.url}/clarity/recordings`, { method: 'DELETE' }));

const recordings = async () => ((await (await fetch(`${sandbox.url}/clarity/recordings`)).json()) as { recordings: unknown[] }).recordings;
/** Sends what a page sends that asks for no permission: text, whose answer it does not read. */
const collect = (body: string) => fetch(`${sandbox.url}/clarity/collect`, { method: 'POST', headers: { 'Content-Type': 'text/plain;charset=UTF-8' }, body });

const piece = {
  project: 'sandbox',
  recording: 'r1',
  url: 'http://headway.localhost:3000/',
  has_consent: false,
  events: [
    { at_ms: 0, kind: 'start' },
    { at_ms: 812, kind: 'click', text: '•••••• •••' },
  ],
};

it('lists the pieces of recordings as they were sent, and shows them on a page', async () => {
  expect((await collect(JSON.stringify(piece))).status).toBe(200);
  expect(await recordings()).toEqual([{ ...piece, received_at: expect.any(String) }]);
  const page = await (await fetch(`${sandbox.url}/clarity`)).text();
  expect(page).toContain('Sandbox');
  expect(page).toContain('<td>start, click</td>');
});

it.each([
  ['no JSON', 'x'],
  ['no recording', '{}'],
  ['an event of another kind', JSON.stringify({ ...piece, events: [{ at_ms: 0, kind: 'type', text: '4111' }] })],
  ['more than the recorder sends', JSON.stringify({ ...piece, title: 'Dashboard' })],
])('refuses %s, and keeps nothing', async (_what, body) => {
  expect((await collect(body)).status).toBe(400);
  expect(await recordings()).toEqual([]);
});

it('serves the recorder of any project to any site', async () => {
  const tag = await fetch(`${sandbox.url}/clarity/tag/abc123`);
  expect(tag.headers.get('content-type')).toContain('text/javascript');
  expect(tag.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await tag.text()).toContain('window.clarity = ');
});
