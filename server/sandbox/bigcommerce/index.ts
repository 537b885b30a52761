import express from 'express';
import type { ControlButton, CreateStandIn, SandboxCore } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { bigcommerceApi } from './api.ts';
import { controlPanel, removeUser, uninstallApp } from './controlPanel.ts';
import { signPayload } from './signedPayload.ts';
import { openStores, type Store, type Stores } from './stores.ts';

/** Stands in for BigCommerce: control panels that open the dashboard, the login service, and the store API. */
export const createBigcommerce: CreateStandIn = (core) => {
  const stores = openStores(core);
  const callbackUrl = new URL('/bigcommerce/auth', core.config.publicUrl).href;
  const router = express.Router();
  router.use(bigcommerceApi(stores, core.config.bigcommerce, callbackUrl), controlPanel(core, stores, callbackUrl));
  return {
    name: 'bigcommerce',
    title: 'BigCommerce',
    summary: 'Control panels that open the dashboard',
    path: '/bigcommerce',
    router,
    controls: bigcommerceControls(core, stores),
    pages: [{ label: 'Control panels', href: '/bigcommerce' }],
    failure: (status) => ({ status, title: status === 429 ? 'Too Many Requests' : 'Internal Server Error', type: 'about:blank' }),
  };
};

function bigcommerceControls(core: SandboxCore, stores: Stores): ControlButton[] {
  const storeField = {
    name: 'store',
    label: 'Store',
    type: 'select' as const,
    options: async () => (await stores.list()).map((store) => ({ value: store.hash, label: store.name })),
  };
  const email = { name: 'email', label: 'Email', type: 'text' as const };
  async function storeNamed(hash: string | undefined): Promise<Store> {
    const store = await stores.get(hash ?? '');
    if (!store) throw new Refusal(404, { error: `no store ${hash}` });
    return store;
  }

  return [
    {
      name: 'uninstall',
      label: 'Uninstall the app',
      fields: [storeField],
      async run(input) {
        const status = await uninstallApp(core, stores, await storeNamed(input.store));
        return { message: `The product answered ${status}`, result: { status } };
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
        const user = store.staff.find((person) => person.email === input.email);
        if (!user) throw new Refusal(404, { error: `${input.email} does not use the app` });
        const status = await removeUser(core, stores, store, user);
        return { message: `The product answered ${status}`, result: { status } };
      },
    },
    {
      name: 'sign_payload',
      label: 'Make a signed payload',
      help: 'What the control panel hands to the app when it opens it.',
      fields: [storeField, email],
      async run(input) {
        const store = await stores.open(input.store ?? '');
        const user = store.staff.find((person) => person.email === input.email) ?? store.owner;
        return { message: 'Made', result: { signed_payload_jwt: await signPayload(core.config.bigcommerce, core.clock, store, user) } };
      },
    },
  ];
}
