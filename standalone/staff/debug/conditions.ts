import type { ChecklistKey } from '../../../server/domain/onboarding/onboarding.ts';

/** The condition of each entry of the onboarding checklist. */
export const conditions: Readonly<Partial<Record<string, string>>> = {
  user: 'a user record exists',
  privacy_policy: 'accepted_privacy_policy is set',
  terms_and_conditions: 'accepted_terms_and_conditions is set',
  card_holders_agreement: 'accepted_card_holders_agreement is set',
  kyb_submitted: 'lithic_account_holder_token is set',
  bank_linked: 'plaid_access_token and plaid_item_id are set',
  bank_link_healthy: 'the bank is skipped, or its status is neither relink nor verification_expired',
  bank_verified: 'the bank is skipped, or its status contains verified',
  accounting_connected: 'rutter_access_token is set',
  card_requested: 'card_request is set',
  physical_card_settled: 'card_request is set',
  kyb_accepted_and_card_ready: 'KYB is skipped or ACCEPTED, and the card’s spend_limit is more than 1',
} satisfies Record<ChecklistKey, string>;
