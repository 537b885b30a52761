import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../server/log.ts';
import { findLeaks } from '../support/leaks.ts';

describe('what a log must not hold', () => {
  it.each([
    ['an email address', '{"url":"/?masqueradeAs=ana@example.com"}', 'email address'],
    ['an encoded email address', '{"url":"/?email=ana%40example.com"}', 'email address'],
    ['a token', '{"a":"eyJhbGciOiJI.eyJzdWIiOiIx.c2ln"}', 'token'],
    ['a social security number', '{"a":"ssn 123-45-6789"}', 'social security number'],
    ['a card number', '{"a":"4111111111111111"}', 'card number'],
  ])('is found: %s', (_name, line, kind) => {
    expect(findLeaks([line]).map((leak) => leak.kind)).toEqual([kind]);
  });

  it.each([
    '{"time":"2026-11-21T08:48:36.266Z","pid":13308}',
    '{"at":1795251656752}',
    '{"id":"0ffae657-18be-4331-ad6c-cbc3d4ec7d85"}',
    '{"n":4111111111111112}',
  ])('is not seen where there is nothing: %s', (line) => {
    expect(findLeaks([line])).toEqual([]);
  });

  it('is cut before it is written, wherever in a record it stands', async () => {
    const destination = new PassThrough();
    const log = createLog('info', destination);
    const secrets = { email: 'ana@example.com', access_token: 'eyJhbGciOiJI.eyJzdWIiOiIx.c2ln', ssn: '123-45-6789', pan: '4111111111111111' };
    log.info(secrets);
    log.info({ body: secrets });
    log.info({ request: { body: secrets, headers: { authorization: 'Bearer eyJhbGciOiJI.eyJzdWIiOiIx.c2ln' } } });
    destination.end();
    const lines = (await destination.toArray()).join('').trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(findLeaks(lines)).toEqual([]);
    expect(lines[0]).toContain('[cut]');
  });
});
