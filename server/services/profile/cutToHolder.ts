import type { ReceiverAnswer } from '../../contract/receiver.ts';
import { type Receiver, type ReceiverFieldName, receiverFieldNames, receiverFields } from '../../domain/receiver/receiver.ts';

/** The fields of the record that a cardholder of the account sees as they are. A new field is hidden until it is named here. */
const shownFields: ReadonlySet<ReceiverFieldName> = new Set<ReceiverFieldName>([
  'id',
  'token',
  'created_at',
  'is_locked',
  'is_fraud',
  'is_black_listed',
  'accepted_privacy_policy',
  'accepted_terms_and_conditions',
  'accepted_card_holders_agreement',
  'business_name',
  'whitelabel',
  'whitelabel_business_name',
]);

function hidden(name: ReceiverFieldName): unknown {
  if (receiverFields[name].type === 'flag') return false;
  return name === 'email' ? '' : null;
}

/** Returns the record without everything that is the account's and not its cards': amounts, bank, store, tax number and settings. */
function cutRecord(record: Receiver): Receiver {
  return Object.fromEntries(receiverFieldNames.map((name) => [name, shownFields.has(name) ? record[name] : hidden(name)])) as unknown as Receiver;
}

/** Empty values for everything derived for the whole account: money, bank, store and verification. */
const nothingDerived = {
  availableSpendPowerCents: null,
  totalOutstandingCents: 0,
  approvedCents: 0,
  totalSpendPowerCents: null,
  availableSpendPowerRatio: null,
  paymentSchedule: [],
  next_debit: null,
  payable: {
    most_cents: 0,
    pending_cents: 0,
    in_flight_cents: 0,
    asked_cents: 0,
    on_its_way_cents: [],
    asked_parts_cents: [],
    ends_hold_cents: null,
    obstacle: null,
  },
  kybStatus: null,
  plaid_account_verification_status: null,
  wantsPhysicalCard: false,
  showsFirstSteps: false,
  isStoreConnected: false,
  store_reading: null,
  store_problem: null,
  is_email_confirmed: false,
  email_waiting: null,
  is_opened_by_store: false,
  staff_access: 'nothing',
} as const satisfies Partial<ReceiverAnswer>;

/** Returns the answer about a receiver as a cardholder of its team sees it. */
export function cutToHolder(answer: ReceiverAnswer, record: Receiver): ReceiverAnswer {
  // Whether the account is set up decides which pages there are, for everybody.
  return { ...answer, ...cutRecord(record), is_onboarding: answer.is_onboarding, ...nothingDerived, paymentSchedule: [], blocks: [], card_tokens: [] };
}
