import {
  type ItemLoginRepairedWebhook,
  type PendingDisconnectWebhook,
  PendingDisconnectWebhookReason,
  AccountBaseVerificationStatusEnum as Verification,
  WebhookEnvironmentValues,
} from 'plaid';
import { choices } from '../core/choices.ts';
import { type ControlButton, type ControlField, grouped } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { dayMs } from '../core/measures.ts';
import { wholeNumber } from '../core/wholeNumber.ts';
import { bankById, banks } from './banks.ts';
import { rotateSigningKey, sendItemWebhook } from './events.ts';
import { newHousehold } from './household/account.ts';
import { dayOf } from './household/bankingDays.ts';
import { householdCharacters, householdProfiles, isHouseholdProfile } from './household/profiles.ts';
import { takingsOf } from './household/takings.ts';
import { breakLink, newAccount, newItem, setVerification } from './items.ts';
import { withLiveBalance } from './liveBalance.ts';
import { outcomes, type PlaidState, type StoredAccount, type StoredItem } from './state.ts';
import { openStoreChoice } from './storeChoice.ts';
import { planReturn, returnReasons, undoTransfer } from './transferStates.ts';
import { inventPastTransfer } from './transfers.ts';

const firstAccount = (item: StoredItem): string => item.accounts[0]?.base.account_id ?? '';

function itemField(state: PlaidState): ControlField {
  const options = async () => {
    const found = await state.items.find({}, { newestFirst: true, limit: 50 });
    return Promise.all(
      found.map(async (item) => {
        const health = item.error?.error_code ?? item.accounts[0]?.base.verification_status ?? '';
        return {
          value: item.item_id,
          label: `${bankById(item.institution_id)?.name} ••${item.accounts[0]?.base.mask}, ${await holderOf(state, item)} ${health}`.trimEnd(),
        };
      }),
    );
  };
  return { name: 'item_id', label: 'Linked bank', type: 'select', options };
}

/** Returns whose account it is, as far as its last transfer says: many customers link the same bank. */
async function holderOf({ transfers }: PlaidState, item: StoredItem): Promise<string> {
  const [last] = await transfers.find({ transfer: { account_id: firstAccount(item) } }, { newestFirst: true, limit: 1 });
  return last?.transfer.user.legal_name ?? `user ${item.client_user_id.slice(0, 8)}`;
}

async function itemOf({ items }: PlaidState, id: string | undefined): Promise<StoredItem> {
  const item = await items.get(id ?? '');
  if (!item) throw new Refusal(404, { error: 'no such linked bank' });
  return item;
}

function transferField({ transfers }: PlaidState): ControlField {
  const options = async () => {
    const found = await transfers.find({}, { newestFirst: true, limit: 50 });
    return found.map(({ transfer }) => ({
      value: transfer.id,
      label: `$${transfer.amount} ${transfer.type} ${transfer.status}, ${transfer.created.slice(0, 10)}, ${transfer.user.legal_name}`,
    }));
  };
  return { name: 'transfer_id', label: 'Transfer', type: 'select', options };
}

const codeField: ControlField = {
  name: 'code',
  label: 'Reason',
  type: 'select',
  default: 'R01',
  options: async () => Object.entries(returnReasons).map(([value, text]) => ({ value, label: `${value} ${text}` })),
};

/** The bank's buttons on the control page. */
export const plaidControls = (state: PlaidState): ControlButton[] => [
  ...grouped('Links', linkControls(state)),
  ...grouped('Balances', balanceControls(state)),
  ...grouped('Transfers', transferControls(state)),
  ...grouped('How banks answer', answerControls(state)),
  ...grouped('For demo data', demoControls(state)),
];

/** Buttons for the state of a bank link. */
function linkControls(state: PlaidState): ControlButton[] {
  const { items, core } = state;
  return [
    {
      name: 'break_link',
      label: 'Break the bank link',
      help: 'The bank wants a new sign-in.',
      fields: [itemField(state)],
      async run({ item_id }) {
        const item = await itemOf(state, item_id);
        await breakLink(state, item.access_token);
        return { message: `${bankById(item.institution_id)?.name} wants a new sign-in`, result: { item_id } };
      },
    },
    {
      name: 'repair_link',
      label: 'Repair the bank link',
      help: 'As if it was repaired in another app.',
      fields: [itemField(state)],
      async run({ item_id = '' }) {
        await itemOf(state, item_id);
        await core.store.transaction(async () => {
          const repaired = await items.update(item_id, (item) => ({ ...item, error: null }));
          if (!repaired) return;
          await sendItemWebhook<ItemLoginRepairedWebhook>(state, repaired, {
            webhook_type: 'ITEM',
            webhook_code: 'LOGIN_REPAIRED',
            item_id,
            environment: WebhookEnvironmentValues.Sandbox,
          });
        });
        return { message: 'repaired', result: { item_id } };
      },
    },
    {
      name: 'warn_disconnect',
      label: 'Announce a disconnection',
      help: 'The bank ends the link in seven days unless the customer signs in again.',
      fields: [itemField(state)],
      async run({ item_id = '' }) {
        const item = await itemOf(state, item_id);
        await sendItemWebhook<PendingDisconnectWebhook>(state, item, {
          webhook_type: 'ITEM',
          webhook_code: 'PENDING_DISCONNECT',
          item_id,
          reason: PendingDisconnectWebhookReason.TokenExpiration,
          disconnect_time: state.later(7 * dayMs),
          environment: WebhookEnvironmentValues.Sandbox,
        });
        return { message: 'announced: seven days to sign in again', result: { item_id } };
      },
    },
    {
      name: 'set_verification',
      label: 'Set the verification',
      help: 'Expire it, or verify it by hand.',
      fields: [
        itemField(state),
        { name: 'status', label: 'Status', type: 'select', default: Verification.VerificationExpired, options: choices(Object.values(Verification)) },
      ],
      async run({ item_id, status }) {
        const item = await itemOf(state, item_id);
        const wanted = Object.values(Verification).find((one) => one === status);
        if (!wanted) throw new Refusal(400, { error: 'unknown status' });
        await setVerification(state, item.item_id, firstAccount(item), wanted);
        return { message: `the account is ${wanted}`, result: { item_id } };
      },
    },
  ];
}

/** Buttons for the balance of a linked account. */
function balanceControls(state: PlaidState): ControlButton[] {
  const { items, core } = state;
  const stores = openStoreChoice(core);
  /** Changes an item's first account. */
  const changeFirstAccount = (item: StoredItem, change: (account: StoredAccount) => StoredAccount) =>
    core.store.transaction(() =>
      items.update(item.item_id, (current) => ({ ...current, accounts: current.accounts.map((account, index) => (index === 0 ? change(account) : account)) })),
    );
  return [
    {
      name: 'set_balance',
      label: 'Set the balance',
      help: 'It stays so: a household on the account ends.',
      fields: [itemField(state), { name: 'available', label: 'Available', type: 'cents', default: '100' }],
      async run({ item_id, available }) {
        const item = await itemOf(state, item_id);
        const cents = Number(available);
        if (!Number.isSafeInteger(cents)) throw new Refusal(400, { error: 'available must be whole cents' });
        const dollars = cents / 100;
        await core.store.transaction(() =>
          items.update(item.item_id, (current) => ({
            ...current,
            accounts: current.accounts.map(({ household: _household, ...account }) => ({
              ...account,
              base: { ...account.base, balances: { ...account.base.balances, available: dollars, current: dollars } },
            })),
          })),
        );
        return { message: `$${dollars.toFixed(2)} available`, result: { item_id } };
      },
    },
    {
      name: 'live_balance',
      label: 'Let the balance live',
      help: 'From today the account receives the takings of a store and pays the debits of a household. Debits that it does not cover come back by themselves.',
      fields: [
        itemField(state),
        {
          name: 'profile',
          label: 'Household',
          type: 'select',
          default: 'comfortable',
          options: async () => [
            ...householdProfiles.map((value) => ({ value, label: `${value}: ${householdCharacters[value].description}` })),
            { value: 'still', label: 'still: stays at what it is today' },
          ],
        },
        { name: 'store', label: 'Store', type: 'select', default: stores.usual, options: stores.options },
        { name: 'seed', label: 'Seed', type: 'text', default: '1' },
      ],
      async run({ item_id, profile = 'comfortable', store: choice = stores.usual, seed = '1' }) {
        const item = await itemOf(state, item_id);
        if (profile === 'still') {
          const [account] = item.accounts;
          const balances = account && (await withLiveBalance(state, account)).base.balances;
          await changeFirstAccount(item, ({ household: _household, ...still }) => ({ ...still, base: { ...still.base, ...(balances && { balances }) } }));
          return { message: `the balance stays at $${balances?.available?.toFixed(2)}`, result: { item_id } };
        }
        if (!isHouseholdProfile(profile)) throw new Refusal(400, { error: 'unknown household' });
        const store = await stores.chosen(choice, seed);
        if (!store) throw new Refusal(400, { error: 'no such store' });
        const takings = takingsOf({ ...store, openedOn: new Date(store.openedOn) });
        const household = newHousehold({ seed, profile, from: dayOf(core.clock.now()), takings });
        await changeFirstAccount(item, (account) => ({ ...account, household: { ...household, store } }));
        const opening = `$${(household.openingCents / 100).toFixed(2)}`;
        return { message: `${profile}, opened with ${opening}`, result: { item_id, ...household } };
      },
    },
  ];
}

/** Buttons for transfers that fail or come back. */
function transferControls(state: PlaidState): ControlButton[] {
  return [
    {
      name: 'return_later',
      label: 'Return a settled repayment later',
      help: 'The number of days after it settled, where the rules of Nacha allow it.',
      fields: [transferField(state), codeField, { name: 'days', label: 'Days', type: 'number', default: '1' }],
      async run({ transfer_id = '', code = '', days }) {
        const { on } = await planReturn(state, transfer_id, { code, days: wholeNumber(days, 'days') });
        return { message: `comes back on ${on} (${code})`, result: { transfer_id, code, on } };
      },
    },
    {
      name: 'fail_repayment',
      label: 'Fail or return a repayment',
      help: 'A pending one fails, a later one comes back.',
      fields: [transferField(state), codeField],
      async run({ transfer_id = '', code = '' }) {
        const { status, amount } = await undoTransfer(state, transfer_id, code);
        return { message: `$${amount} ${status} (${code})`, result: { transfer_id, status } };
      },
    },
    {
      name: 'doom_next',
      label: 'Let the next transfers end badly',
      help: 'Failed instead of posted, or returned instead of settled.',
      fields: [
        { name: 'outcome', label: 'Outcome', type: 'select', default: 'returned', options: choices(outcomes) },
        codeField,
        { name: 'count', label: 'How many', type: 'number', default: '1' },
      ],
      async run({ outcome, code = 'R01', count }) {
        const wanted = outcomes.find((one) => one === outcome);
        const many = wholeNumber(count, 'how many');
        if (!wanted) throw new Refusal(400, { error: 'unknown outcome' });
        const result = await state.changeSettings({ doom_next: many === 0 ? null : { outcome: wanted, code, count: many } });
        return { message: many === 0 ? 'transfers go through' : `the next ${many} will be ${wanted} (${code})`, result };
      },
    },
  ];
}

/** Buttons for what banks allow and how they answer, and for the key that signs events. */
function answerControls(state: PlaidState): ControlButton[] {
  return [
    {
      name: 'signal_support',
      label: 'Support evaluations of debits',
      help: 'Whether the bank says how likely a debit is to come back.',
      fields: [{ name: 'with', label: 'Banks', type: 'select', default: 'supported', options: choices(['supported', 'unsupported']) }],
      async run(input) {
        const signal_support = input.with === 'unsupported' ? 'unsupported' : 'supported';
        return { message: `evaluations are ${signal_support}`, result: await state.changeSettings({ signal_support }) };
      },
    },
    {
      name: 'transfer_limit',
      label: 'Limit one transfer',
      help: 'A larger one is declined.',
      fields: [{ name: 'limit', label: 'Limit', type: 'cents', default: '25000000' }],
      async run({ limit }) {
        const cents = wholeNumber(limit, 'limit', { least: 1 });
        return { message: `at most $${(cents / 100).toFixed(2)}`, result: await state.changeSettings({ transfer_limit_cents: cents }) };
      },
    },
    {
      name: 'broken_link_answers',
      label: 'Set how a broken link answers',
      help: 'With the accounts as they were last read, or with an error alone.',
      fields: [{ name: 'with', label: 'Accounts', type: 'select', default: 'cached', options: choices(['cached', 'error']) }],
      async run(input) {
        const answers = input.with === 'error' ? 'error' : 'cached';
        return { message: `a broken link answers with ${answers}`, result: await state.changeSettings({ broken_link_answers: answers }) };
      },
    },
    {
      name: 'rotate_key',
      label: 'Change the signing key',
      async run() {
        const { kid } = await rotateSigningKey(state);
        return { message: `webhooks are signed with ${kid}`, result: { kid } };
      },
    },
  ];
}

/** Buttons that demo data presses. */
function demoControls(state: PlaidState): ControlButton[] {
  const { items } = state;
  return [
    {
      name: 'link_bank',
      label: 'Link a bank without the window',
      help: 'For demo data: answers access token, item and account.',
      fields: [
        {
          name: 'bank_id',
          label: 'Bank',
          type: 'select',
          default: banks[0]?.id ?? '',
          options: async () => banks.map(({ id, name }) => ({ value: id, label: name })),
        },
        { name: 'client_user_id', label: 'User id', type: 'text', default: 'demo' },
      ],
      async run({ bank_id, client_user_id = '' }) {
        const bank = bankById(bank_id);
        const [plan] = bank?.accounts ?? [];
        if (!bank || !plan) throw new Refusal(400, { error: 'unknown bank' });
        const now = state.now();
        const item = newItem({ bank, accounts: [newAccount(bank, plan, { now })], clientUserId: client_user_id, webhook: null, now, method: 'INSTANT_AUTH' });
        await items.insert(item.item_id, item);
        return { message: `linked ${bank.name}`, result: { access_token: item.access_token, item_id: item.item_id, account_id: firstAccount(item) } };
      },
    },
    {
      name: 'past_transfers',
      label: 'Invent past repayments',
      help: 'For demo data: amounts in cents, one for each day, as 2026-01-31=12345 separated by commas, each with =KEY if it is to carry one. Answers the transfers in that order; one with a known key is not made twice.',
      fields: [
        itemField(state),
        { name: 'days', label: 'Days and amounts', type: 'text', default: '' },
        { name: 'legal_name', label: 'Business', type: 'text', default: 'Demo merchant' },
      ],
      async run({ item_id = '', days = '', legal_name }) {
        const item = await items.get(item_id);
        if (!item) throw new Refusal(400, { error: 'unknown item' });
        const transfer_ids: string[] = [];
        for (const entry of days.split(',')) {
          const [, on, cents, key = null] = /^(\d{4}-\d{2}-\d{2})=(\d{1,9})(?:=([\w-]{1,50}))?$/.exec(entry) ?? [];
          if (!on || !cents) throw new Refusal(400, { error: `not a day and an amount: ${entry}` });
          const amount = `${cents.slice(0, -2) || '0'}.${cents.slice(-2).padStart(2, '0')}`;
          const transfer = await inventPastTransfer(state, item, { amount, on: `${on}T14:00:00Z`, legalName: legal_name || 'Demo merchant', key });
          transfer_ids.push(transfer.id);
        }
        return { message: `${transfer_ids.length} repayments`, result: { transfer_ids } };
      },
    },
  ];
}
