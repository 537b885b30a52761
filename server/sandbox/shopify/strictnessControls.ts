import { choices } from '../core/choices.ts';
import type { ControlButton, ControlField } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import type { Settings } from '../core/settings.ts';
import type { BulkOperations } from './bulk.ts';
import { shopChoice } from './shopChoice.ts';
import type { Shops } from './shops.ts';
import type { Strictness } from './strictness.ts';

const closings = ['open', 'frozen', 'forbidden', 'locked'] as const;
const endings = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'] as const;
/** Returns the buttons that set how strict the platform is, and that make it refuse. */
export function strictnessControls(shops: Shops, strictness: Settings<Strictness>, bulk: BulkOperations): ControlButton[] {
  const { shopField, shopNamed } = shopChoice(shops);
  const oneOrAll: ControlField = { name: 'shop', label: 'Store (all when empty)', type: 'text' };
  const change = async (shop: string | undefined, changed: Partial<Strictness>) =>
    shop ? shops.setStrictness(await shopNamed(shop), changed) : strictness.changeSettings(changed);

  return [
    {
      name: 'rate_limit',
      label: 'Set the rate limit of the Admin API',
      help: 'By points: the standard plan holds 1,000 and gives back 100 a second.',
      fields: [
        oneOrAll,
        { name: 'bucket_points', label: 'Points of a store', type: 'number', default: '1000' },
        { name: 'points_per_second', label: 'Points a second', type: 'number', default: '100' },
        { name: 'bulk_ms', label: 'Milliseconds of a bulk operation', type: 'number', default: '300' },
      ],
      async run({ shop, bucket_points = '1000', points_per_second = '100', bulk_ms = '300' }) {
        const limit = { bucket_points: Number(bucket_points), points_per_second: Number(points_per_second), bulk_ms: Number(bulk_ms) };
        if (!Object.values(limit).every((value) => Number.isFinite(value) && value >= 0)) throw new Refusal(400, { error: 'a rate limit has whole points' });
        await change(shop, limit);
        return { message: `${bucket_points} points, ${points_per_second} a second` };
      },
    },
    {
      name: 'protected_data',
      label: 'Approve the app for protected customer data',
      fields: [oneOrAll, { name: 'is_approved', label: 'Approved', type: 'select', default: 'yes', options: choices(['yes', 'no']) }],
      async run({ shop, is_approved }) {
        await change(shop, { is_approved: is_approved !== 'no' });
        return { message: is_approved === 'no' ? 'The app sees no orders' : 'The app is approved' };
      },
    },
    {
      name: 'close_store',
      label: 'Freeze, forbid or lock a store',
      fields: [shopField, { name: 'state', label: 'State', type: 'select', default: 'frozen', options: choices(closings) }],
      async run(input) {
        const state = closings.find((one) => one === input.state);
        if (!state) throw new Refusal(400, { error: 'no such state' });
        await shops.close((await shopNamed(input.shop)).domain, state === 'open' ? undefined : state);
        return { message: `The store is ${state}` };
      },
    },
    {
      name: 'end_bulk_operation',
      label: 'End the bulk operation of a store',
      fields: [shopField, { name: 'ending', label: 'How', type: 'select', default: 'COMPLETED', options: choices(endings) }],
      async run(input) {
        const ending = endings.find((one) => one === input.ending);
        if (!ending || !(await bulk.end((await shopNamed(input.shop)).domain, ending))) throw new Refusal(409, { error: 'there is none' });
        return { message: `It is ${ending.toLowerCase()} now` };
      },
    },
  ];
}
