import type { ControlButton, SandboxCore } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { wholeNumber } from '../core/wholeNumber.ts';
import { removeUser, uninstallApp } from './controlPanel.ts';
import type { Quotas } from './quota.ts';
import { signPayload } from './signedPayload.ts';
import type { Store, Stores } from './stores.ts';

const email = { name: 'email', label: 'Email', type: 'text' as const };
const amount = { name: 'amount_cents', label: 'Amount', type: 'cents' as const, default: '10000' };

/** Returns the buttons for a store's users, its sales, and its quota. */
export function bigcommerceControls(core: SandboxCore, stores: Stores, quotas: Quotas): ControlButton[] {
  const storeField = {
    name: 'store',
    label: 'Store',
    type: 'select' as const,
    options: async () => (await stores.list()).map((store) => ({ value: store.hash, label: store.name })),
  };
  async function storeNamed(hash: string | undefined): Promise<Store> {
    const store = await stores.get(hash ?? '');
    if (!store) throw new Refusal(404, { error: `no store ${hash}` });
    return store;
  }
  const staffOf = ({ staff }: Store, address: string | undefined) => staff.find((person) => person.email === address);
  const answered = (status: number) => ({ message: `The product answered ${status}`, result: { status } });

  return [
    {
      name: 'uninstall',
      label: 'Uninstall the app',
      fields: [storeField, email],
      async run(input) {
        const store = await storeNamed(input.store);
        return answered(await uninstallApp(core, stores, store, staffOf(store, input.email)));
      },
    },
    {
      name: 'add_user',
      label: 'Let somebody else use the app',
      fields: [storeField, email],
      async run(input) {
        const store = await stores.addStaff((await storeNamed(input.store)).hash, input.email ?? '');
        return { message: `${input.email} may open the app`, result: { user: store?.staff.at(-1) } };
      },
    },
    {
      name: 'remove_user',
      label: 'Take the app from somebody',
      fields: [storeField, email],
      async run(input) {
        const store = await storeNamed(input.store);
        const user = staffOf(store, input.email);
        if (!user) throw new Refusal(404, { error: `${input.email} does not use the app` });
        return answered(await removeUser(core, stores, store, user));
      },
    },
    {
      name: 'sign_payload',
      label: 'Make a signed payload',
      help: 'What the control panel hands to the app when it opens it.',
      fields: [storeField, email],
      async run(input) {
        const store = await stores.open(input.store ?? '');
        const user = staffOf(store, input.email) ?? store.owner;
        return { message: 'Made', result: { signed_payload_jwt: await signPayload(core.config.bigcommerce, core.clock, store, user) } };
      },
    },
    {
      name: 'sell',
      label: 'Sell something',
      fields: [storeField, amount, { name: 'count', label: 'Times', type: 'number', default: '1' }],
      async run(input) {
        const { hash } = await storeNamed(input.store);
        const [amountCents, count] = [wholeNumber(input.amount_cents, 'amount', { least: 1 }), wholeNumber(input.count, 'times', { least: 1, most: 10_000 })];
        const order = await stores.sell(hash, amountCents, count);
        return { message: `Sold, from order ${order} on`, result: { order } };
      },
    },
    {
      name: 'refund',
      label: 'Refund an order that was sold here',
      fields: [storeField, { name: 'order', label: 'Order', type: 'number' }, amount],
      async run(input) {
        const store = await storeNamed(input.store);
        const isRefunded = await stores.refund(Number(input.order), store.hash, wholeNumber(input.amount_cents, 'amount', { least: 1 }));
        if (!isRefunded) throw new Refusal(404, { error: `no order ${input.order} was sold here` });
        return { message: 'Refunded', result: {} };
      },
    },
    {
      name: 'quota',
      label: 'Change the quota of the store’s plan',
      fields: [
        storeField,
        { name: 'requests', label: 'Requests in a window', type: 'number', default: '150' },
        { name: 'window_ms', label: 'Window in milliseconds', type: 'number', default: '30000' },
      ],
      async run(input) {
        const { hash } = await storeNamed(input.store);
        quotas.set(hash, { requests: wholeNumber(input.requests, 'requests'), window_ms: wholeNumber(input.window_ms, 'window', { least: 1 }) });
        return { message: 'Changed', result: {} };
      },
    },
    {
      name: 'other_apps',
      label: 'Let other apps use the store’s quota',
      fields: [storeField, { name: 'requests', label: 'Requests', type: 'number', default: '140' }],
      async run(input) {
        const { hash } = await storeNamed(input.store);
        quotas.countElsewhere(hash, wholeNumber(input.requests, 'requests'));
        return { message: 'Used', result: {} };
      },
    },
  ];
}
