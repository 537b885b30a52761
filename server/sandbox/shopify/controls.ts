import { choices } from '../core/choices.ts';
import type { ControlButton } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { businessFields } from '../sales/businessFields.ts';
import { currencyNamed, profileNamed } from '../sales/stores.ts';
import { privacyTopics, type SendShopEvent } from './events.ts';
import { shopChoice } from './shopChoice.ts';
import { isShopHandle, type Shops, shopHandle } from './shops.ts';
import { staffOf } from './staff.ts';

/** Returns the stand-in's buttons: install and uninstall the app in a store, and send the platform's webhook events about a store's customers. */
export function shopifyControls(shops: Shops, sendShopEvent: SendShopEvent, scopes: readonly string[]): ControlButton[] {
  const { shopField, shopNamed } = shopChoice(shops);

  return [
    {
      name: 'install',
      label: 'Install the app in a store',
      help: 'Opens the store when there is none of this handle.',
      fields: [{ name: 'handle', label: 'Handle', type: 'text', default: 'juniper-oak' }, ...businessFields],
      async run({ handle = '', profile, orders_per_day = '', currency }) {
        if (!isShopHandle(handle)) throw new Refusal(400, { error: 'a handle has letters, digits and dashes' });
        const shop = await shops.create(handle, profileNamed(profile), {
          ...(orders_per_day !== '' && { orders_per_day: Number(orders_per_day) }),
          currency: currencyNamed(currency),
        });
        await shops.install(shop.domain, scopes);
        return { message: `Installed in ${shop.domain}`, result: { shop: shop.domain, path: `/shopify/admin/store/${shopHandle(shop.domain)}` } };
      },
    },
    {
      name: 'uninstall',
      label: 'Uninstall the app',
      fields: [shopField],
      async run(input) {
        const shop = await shops.uninstall((await shopNamed(input.shop)).domain);
        if (!shop) throw new Refusal(409, { error: 'it is not installed there' });
        await sendShopEvent(shop, 'app/uninstalled');
        return { message: `Uninstalled from ${shop.domain}; its data has to go in two days` };
      },
    },
    {
      name: 'change_scopes',
      label: 'Change what the app may see',
      fields: [shopField, { name: 'scopes', label: 'Scopes', type: 'text', default: scopes.join(',') }],
      async run(input) {
        const shop = await shops.install((await shopNamed(input.shop)).domain, (input.scopes ?? '').split(',').filter(Boolean));
        if (shop) await sendShopEvent(shop, 'app/scopes_update');
        return { message: 'The scopes are changed' };
      },
    },
    {
      name: 'add_staff',
      label: 'Add a member of staff',
      help: 'The admin opens as them at its address followed by ?staff= and their id.',
      fields: [shopField, { name: 'name', label: 'Name', type: 'text', default: 'Ada Long' }, { name: 'email', label: 'Email', type: 'text' }],
      async run(input) {
        const shop = await shopNamed(input.shop);
        const staff = staffOf(shop);
        const id = String(Math.max(...staff.map((member) => Number(member.id))) + 1);
        const [first_name = '', last_name = ''] = (input.name ?? '').split(' ');
        const email = input.email || `staff-${id}@${shop.domain}`;
        await shops.setStaff(shop, [
          ...staff,
          { id, first_name, last_name, email, email_verified: true, account_owner: false, collaborator: false, locale: 'en' },
        ]);
        return { message: `Open ${shop.domain} with ?staff=${id}`, result: { id } };
      },
    },
    {
      name: 'transfer_ownership',
      label: 'Hand the store over to a member of staff',
      fields: [shopField, { name: 'staff', label: 'Id', type: 'text', default: '43' }],
      async run(input) {
        const shop = await shopNamed(input.shop);
        const staff = staffOf(shop);
        if (!staff.some(({ id }) => id === input.staff)) throw new Refusal(404, { error: `nobody has the id ${input.staff}` });
        await shops.setStaff(
          shop,
          staff.map((member) => ({ ...member, account_owner: member.id === input.staff })),
        );
        return { message: `${input.staff} owns ${shop.domain}` };
      },
    },
    {
      name: 'end_tokens',
      label: 'Refuse the access tokens of a store',
      help: 'Every token that the store has given is answered with 401 from now on; what renews them still works.',
      fields: [shopField],
      async run(input) {
        await shops.endTokens(await shopNamed(input.shop));
        return { message: 'The tokens are refused' };
      },
    },
    {
      name: 'hide_expiry',
      label: 'Leave out when access ends',
      help: 'The answers that give access do so without expires_in. It still ends after an hour.',
      fields: [shopField, { name: 'hide', label: 'Leave it out', type: 'select', default: 'yes', options: choices(['yes', 'no']) }],
      async run(input) {
        await shops.setHidesExpiry(await shopNamed(input.shop), input.hide !== 'no');
        return { message: input.hide === 'no' ? 'It is said' : 'It is left out' };
      },
    },
    {
      name: 'privacy_request',
      label: 'Send a privacy request',
      fields: [
        shopField,
        {
          name: 'topic',
          label: 'Request',
          type: 'select',
          default: privacyTopics[0],
          options: choices(privacyTopics),
        },
      ],
      async run(input) {
        const topic = privacyTopics.find((one) => one === input.topic);
        if (!topic) throw new Refusal(400, { error: 'no such request' });
        await sendShopEvent(await shopNamed(input.shop), topic);
        return { message: `${topic} is sent` };
      },
    },
  ];
}
