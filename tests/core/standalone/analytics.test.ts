import { describe, expect, it } from 'vitest';
import { cleanProperties } from '../../../standalone/analytics/cleanProperties.ts';
import { asksNotToBeTracked, mayMeasure, mayRecord } from '../../../standalone/analytics/mayMeasure.ts';

describe('what an event may carry', () => {
  it.each([
    ['http://x.localhost/?masqueradeAs=ana@example.com&boss=true#a', 'http://x.localhost/?boss=true'],
    ['/reports?session_jwt=eyJ.a.b&tab=card', '/reports?tab=card'],
    ['http://auth.x.localhost/login?rt=aHR0cA==', 'http://auth.x.localhost/login'],
    ['https://ana:secret@x.localhost/', 'https://x.localhost/'],
    ['/staff/ana@example.com', '/staff/'],
    ['/staff/ana%40example.com/card', '/staff//card'],
    ['Currently viewing as: ana@example.com', 'Currently viewing as: '],
    ['Dashboard | Headway', 'Dashboard | Headway'],
    ['$direct', '$direct'],
  ])('%s leaves as %s', (value, expected) => {
    expect(cleanProperties({ value })).toEqual({ value: expected });
  });

  it('is cleaned however deep it lies, and other kinds of values stay', () => {
    const at = new Date('2026-07-04T00:00:00Z');
    expect(
      cleanProperties({ $set_once: { $initial_current_url: 'http://x/?q=1', list: ['/?email=a@b.example'] }, width: 360, is: true, none: null, at }),
    ).toEqual({
      $set_once: { $initial_current_url: 'http://x/', list: ['/'] },
      width: 360,
      is: true,
      none: null,
      at,
    });
  });
});

describe('who and what is measured', () => {
  it.each([
    [{ doNotTrack: '1' }, true],
    [{ globalPrivacyControl: true }, true],
    [{ doNotTrack: '0', globalPrivacyControl: false }, false],
    [{ doNotTrack: 'unspecified' }, false],
    [{ doNotTrack: null }, false],
    [{}, false],
  ])('%o asks not to be tracked: %s', (navigator, expected) => {
    expect(asksNotToBeTracked(navigator)).toBe(expected);
  });

  it.each([
    ['http://x.localhost/', true, true],
    ['http://x.localhost/?boss=true&now=2026-07-04', true, true],
    ['http://x.localhost/?showPan=false', true, false],
    ['http://x.localhost/?showPan=true', false, false],
    ['http://x.localhost/?masqueradeAs=ana@example.com', true, false],
    ['http://x.localhost/#part', true, false],
  ])('%s is counted: %s, recorded: %s', (url, isCounted, isRecorded) => {
    expect([mayMeasure(url), mayRecord(url)]).toEqual([isCounted, isRecorded]);
  });
});
