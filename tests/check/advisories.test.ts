import { describe, expect, it } from 'vitest';
import { advisories, isAmong, problemsOfLock } from './advisories.ts';
import { locked } from './lockFile.ts';

describe('the lock file', () => {
  it('has a checksum of every package, and no version that a known advisory concerns', () => {
    expect(problemsOfLock(locked, advisories)).toEqual([]);
  });

  const integrity = 'sha512-x';
  const planted = {
    '': { version: '1.0.0' },
    'node_modules/mail': { version: '9.0.6', integrity },
    'node_modules/@a/b/node_modules/mail': { version: '9.1.0', integrity },
    'node_modules/tar': { version: '6.2.1', dev: true, integrity },
    'node_modules/x/node_modules/tar': { version: '7.0.0', integrity },
    'node_modules/y': { version: '1.0.0', integrity: 'sha1-x' },
    'node_modules/mailer': { version: '1.0.0', integrity },
  };

  it('is refused for a concerned version, for an accepted one in production, for an acceptance that is over and without checksums', () => {
    const list = [
      { package: 'mail', id: 'A-1', versions: '<9.1.0' },
      { package: 'tar', id: 'A-2', versions: '<7.5.19', accepted: 'it only builds' },
      { package: 'mailer', id: 'A-3', versions: '>=2.0.0 <3.0.0', accepted: 'it was there once' },
    ];
    expect(problemsOfLock(planted, list)).toEqual([
      'node_modules/y has no checksum',
      'node_modules/mail 9.0.6 is concerned by A-1',
      'node_modules/x/node_modules/tar 7.0.0 is concerned by A-2',
      'mailer is not concerned by A-3 any more: take “accepted” away',
    ]);
  });
});

describe('the versions of an advisory', () => {
  it.each([
    ['9.0.6', '<9.1.0', true],
    ['9.10.0', '<9.9.0', false],
    ['3.0.6', '>=0.16.0 <2.0.10 || >=3.0.0 <3.0.6', false],
    ['3.0.5', '>=0.16.0 <2.0.10 || >=3.0.0 <3.0.6', true],
    ['18.4.0-beta.17', '<18.4.0', false],
  ])('%s among %s: %s', (version, versions, expected) => {
    expect(isAmong(version, versions)).toBe(expected);
  });

  it.each(['~1.2.3', '<1.2', ''])('that are written as %j are refused', (versions) => {
    expect(() => isAmong('1.0.0', versions)).toThrow();
  });
});
