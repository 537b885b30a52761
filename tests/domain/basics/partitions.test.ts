import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { missingBeginnings, overPartition, type Partition, type PartitionedTable } from '../../../server/domain/basics/partitions.ts';

const of = (table: PartitionedTable, ...begins: string[]): Partition[] => [
  { name: `${table}_old`, begins: null },
  ...begins.map((day) => ({ name: `${table}_${day.replaceAll('-', '')}`, begins: isoDate(day) })),
];

describe('the partitions that are to be made', () => {
  it.each<[string, PartitionedTable, string[], string, string[]]>([
    ['of a table that has none: five weeks ahead', 'webhook_inbox', [], '2026-11-23', ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28']],
    ['of a table that has none, on a Sunday', 'webhook_inbox', [], '2026-11-29', ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28']],
    ['the next week', 'webhook_inbox', ['2026-12-07', '2026-12-28'], '2026-11-30', ['2027-01-04']],
    ['none while enough are ahead', 'webhook_inbox', ['2026-12-28'], '2026-11-29', []],
    [
      'after weeks without a worker: none that is past',
      'webhook_inbox',
      ['2026-12-28'],
      '2027-02-03',
      ['2027-02-08', '2027-02-15', '2027-02-22', '2027-03-01', '2027-03-08'],
    ],
    ['months', 'spending_power_snapshot', [], '2026-11-23', ['2026-12-01', '2027-01-01', '2027-02-01']],
    ['months past a short one', 'spending_power_snapshot', ['2027-01-01'], '2027-01-31', ['2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01']],
  ])('%s', (_, table, begins, today, missing) => {
    expect(missingBeginnings(table, of(table, ...begins), isoDate(today))).toEqual(missing);
  });
});

describe('the partition that is to be dropped', () => {
  it.each<[string, PartitionedTable, string[], string, string | null]>([
    ['a week 90 days after its last day', 'webhook_inbox', ['2026-08-17', '2026-08-24', '2026-08-31'], '2026-11-22', '2026-08-24'],
    ['not a day before', 'webhook_inbox', ['2026-08-17', '2026-08-24', '2026-08-31'], '2026-11-21', null],
    ['a month 400 days after its last day', 'spending_power_snapshot', ['2025-09-01', '2025-10-01', '2025-11-01'], '2026-11-05', '2025-10-01'],
    ['not a day before', 'spending_power_snapshot', ['2025-09-01', '2025-10-01', '2025-11-01'], '2026-11-04', null],
    ['never the newest, which has no end', 'webhook_inbox', ['2020-01-06'], '2026-11-22', null],
    ['never the one with all before', 'webhook_inbox', [], '2026-11-22', null],
  ])('%s', (_, table, begins, today, ends) => {
    const [oldest = ''] = begins;
    const expected = ends === null ? null : { name: `${table}_${oldest.replaceAll('-', '')}`, ends };
    expect(overPartition(table, of(table, ...begins), isoDate(today))).toEqual(expected);
  });
});
