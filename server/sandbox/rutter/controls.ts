import { choices } from '../core/choices.ts';
import type { ControlButton, ControlField } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { wholeNumber } from '../core/wholeNumber.ts';
import { businessFields } from '../sales/businessFields.ts';
import { accountingPlatforms, commercePlatforms, currencyNamed, storeProfiles } from '../sales/stores.ts';
import type { Connections } from './connections.ts';

/** How long the first sync of a store takes; the control page changes it. */
export interface SyncDuration {
  delay_ms: number;
}

const platforms = [...commercePlatforms, ...accountingPlatforms] as const;

/** Returns the stand-in's buttons: connect, break and repair a store, and set how long its first sync takes. */
export function rutterControls(connections: Connections, reading: SyncDuration): ControlButton[] {
  const connection: ControlField = {
    name: 'connection',
    label: 'Connection',
    type: 'select',
    options: async () => (await connections.list()).map((one) => ({ value: one.id, label: `${one.store_name} (${one.platform}), ${one.store_unique_id}` })),
  };
  const state = (name: string, label: string, help: string, change: { needs_update: boolean; disabled: boolean }): ControlButton => ({
    name,
    label,
    help,
    fields: [connection],
    async run(input) {
      const changed = await connections.change(input.connection ?? '', change);
      if (!changed) throw new Refusal(404, { error: 'no such connection' });
      return { message: `${changed.store_name}: ${label.toLowerCase()}` };
    },
  });

  return [
    {
      name: 'connect',
      label: 'Connect a store',
      help: 'Gives the public token that the link window would give. The same seed is the same store, unless an address is given.',
      fields: [
        { name: 'platform', label: 'Platform', type: 'select', default: 'SHOPIFY', options: choices(platforms) },
        ...businessFields,
        { name: 'store_name', label: 'Store name', type: 'text' },
        { name: 'seed', label: 'Seed', type: 'text' },
        { name: 'address', label: 'Store address', type: 'text' },
      ],
      async run(input) {
        const platform = platforms.find((one) => one === input.platform);
        const profile = storeProfiles.find((one) => one === input.profile);
        if (!platform || !profile) throw new Refusal(400, { error: 'no such platform or business' });
        const { store_name: storeName, seed, address, orders_per_day: ordersPerDay = '' } = input;
        const linked = await connections.link({
          platform,
          profile,
          storeName,
          seed,
          address,
          ordersPerDay: ordersPerDay === '' ? undefined : Number(ordersPerDay),
          currency: currencyNamed(input.currency),
        });
        return { message: `${linked.store_name} is connected`, result: { public_token: linked.public_token, connection_id: linked.id } };
      },
    },
    state('break', 'Ask for a new sign-in', 'Sales are not read until the merchant signs in to the store again.', { needs_update: true, disabled: false }),
    state('disable', 'Disable', 'The connection ends: the store has to be connected anew.', { needs_update: false, disabled: true }),
    state('repair', 'Repair', 'The merchant has signed in again: sales are read as before.', { needs_update: false, disabled: false }),
    {
      name: 'finish_reading',
      label: 'Finish the first reading',
      help: 'A store that is still being read is read to its end at once.',
      fields: [connection],
      async run(input) {
        await connections.finishReading(input.connection ?? '');
        return { message: 'The store has been read' };
      },
    },
    {
      name: 'reading_delay',
      label: 'Set the time of a first reading',
      fields: [{ name: 'milliseconds', label: 'Milliseconds', type: 'number', default: '1500' }],
      async run(input) {
        const milliseconds = wholeNumber(input.milliseconds, 'milliseconds');
        reading.delay_ms = milliseconds;
        return { message: `A store is read for the first time in ${milliseconds} ms` };
      },
    },
  ];
}
