import { describe, expect, it } from 'vitest';
import { findStates, isZipOfState, readState, stateOfCode, states, storedState } from '../../../server/domain/forms/states.ts';

/** A post office of each state, by hand: its main one, and those at the edges of its numbers. */
const offices: Readonly<Record<string, string>> = {
  AL: '35203 36925',
  AK: '99501 99950',
  AZ: '85001 86556',
  AR: '71601 72959',
  CA: '90001 96162',
  CO: '80202 81658',
  CT: '06103 06928',
  DE: '19702 19980',
  FL: '32801 33186 34102 34997',
  GA: '30303 31999 39815 39901',
  HI: '96701 96898',
  ID: '83201 83877',
  IL: '60601 62999',
  IN: '46001 47997',
  IA: '50001 52809',
  KS: '66002 67954',
  KY: '40003 42788',
  LA: '70001 71497',
  ME: '03901 04992',
  MD: '20601 21930',
  MA: '01001 02791 05501',
  MI: '48001 49971',
  MN: '55001 56763',
  MS: '38601 39776',
  MO: '63001 65899',
  MT: '59001 59937',
  NE: '68001 69367',
  NV: '88901 89883',
  NH: '03031 03897',
  NJ: '07001 08989',
  NM: '87001 88439',
  NY: '00501 06390 10001 14925',
  NC: '27006 28909',
  ND: '58001 58856',
  OH: '43001 45999',
  OK: '73001 74966',
  OR: '97001 97920',
  PA: '15001 19640',
  RI: '02801 02940',
  SC: '29001 29945',
  SD: '57001 57799',
  TN: '37010 38589',
  TX: '73301 75001 79999 88510',
  UT: '84001 84791',
  VT: '05001 05491 05601 05907',
  VA: '20101 22003 24658',
  WA: '98001 99403',
  WV: '24701 26886',
  WI: '53001 54990',
  WY: '82001 83128 83414',
  DC: '20001 20202 20599 56901',
  AS: '96799',
  GU: '96910',
  MP: '96950',
  PR: '00601 00795 00901',
  VI: '00802',
  FM: '96941',
  MH: '96960',
  PW: '96940',
  AA: '34002',
  AE: '09012 09898',
  AP: '96201 96698',
};

describe('the states', () => {
  it('are the 50 states, the district, territories, associated states and military mail, each once', () => {
    expect(states.map(({ code }) => code).toSorted()).toEqual(Object.keys(offices).toSorted());
    expect(states).toHaveLength(62);
    expect(new Set(states.map(({ name }) => name)).size).toBe(62);
  });

  it.each(Object.entries(offices))('%s has the ZIP codes %s', (code, zips) => {
    const state = stateOfCode(code);
    expect(state).toBeDefined();
    for (const zip of zips.split(' ')) expect([zip, state && isZipOfState(zip, state)]).toEqual([zip, true]);
  });

  // Post offices of which a neighbor shares the first three digits.
  const shared = new Set([
    '05501',
    '06390',
    '83414',
    '96701',
    '96799',
    '96898',
    '96910',
    '96950',
    '96941',
    '96960',
    '96940',
    '83201',
    '83877',
    '06103',
    '06928',
  ]);
  it('have no ZIP code of another state, but for the few shared ones', () => {
    for (const [owner, zips] of Object.entries(offices)) {
      for (const zip of zips.split(' ').filter((one) => !shared.has(one))) {
        const takers = states.filter((state) => isZipOfState(zip, state)).map(({ code }) => code);
        expect([zip, takers]).toEqual([zip, [owner]]);
      }
    }
    const takersOf = (zip: string) => states.filter((state) => isZipOfState(zip, state)).map(({ code }) => code);
    expect(takersOf('05501')).toEqual(['MA']);
    expect(takersOf('06390')).toEqual(['CT', 'NY']);
    expect(takersOf('83414')).toEqual(['ID', 'WY']);
    expect(takersOf('96799')).toEqual(['AS', 'HI']);
    expect(takersOf('96910')).toEqual(['FM', 'GU', 'MH', 'MP', 'PW']);
    expect(takersOf('00401')).toEqual([]);
  });
});

describe('a typed state', () => {
  it.each([
    ['New York', 'NY'],
    ['new york', 'NY'],
    ['NY', 'NY'],
    ['ny', 'NY'],
    ['N.Y.', 'NY'],
    [' Nevada ', 'NV'],
    ['Alaska', 'AK'],
    ['Arizona', 'AZ'],
    ['Maine', 'ME'],
    ['Mississippi', 'MS'],
    ['Missi', 'MS'],
    ['Nebraska', 'NE'],
    ['NE', 'NE'],
    ['virginia', 'VA'],
    ['West Virginia', 'WV'],
    ['Washington', 'WA'],
    ['Washington, DC', null],
    ['Washington DC', 'DC'],
    ['D.C.', 'DC'],
    ['Virgin Islands', 'VI'],
    ['Micronesia', 'FM'],
    ['Armed Forces Pacific', 'AP'],
    ['New', null],
    ['Mis', null],
    ['Ma', 'MA'],
    ['Mai', 'ME'],
    ['ZZ', null],
    ['Ontario', null],
    ['', null],
  ])('%s is %s', (text, code) => {
    expect(readState(text)?.code ?? null).toBe(code);
  });

  it('is stored as two letters at most', () => {
    for (const { code, name } of states) expect([storedState(name), storedState(code), storedState(code.toLowerCase())]).toEqual([code, code, code]);
    expect(['n', 'zz', 'New', 'New Yrok', ' '].map(storedState)).toEqual(['N', 'ZZ', '', '', '']);
  });

  it('finds the states it may mean, the likeliest first', () => {
    const found = (text: string) => findStates(text).map(({ code }) => code);
    expect(found('ne')).toEqual(['NE', 'NV', 'NH', 'NJ', 'NM', 'NY']);
    expect(found('new y')).toEqual(['NY']);
    expect(found('york')).toEqual(['NY']);
    expect(found('virginia')).toEqual(['VA', 'WV']);
    expect(found('ms')).toEqual(['MS']);
    expect(found('')).toHaveLength(62);
    expect(found('xyz')).toEqual([]);
  });
});
