import { DomainError } from '../basics/errors.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { isFixedPay, type PaymentPlan } from '../repayment/paymentPlan.ts';
import { noStatements } from '../reports/reportWords.ts';
import { holdsThatStay, type StaffHolds } from './staffHolds.ts';

export const netTermsTypes = ['calendar', 'business'] as const;
/** The longest net terms, in days. */
export const maximumNetTerms = 365;

/** The fields of a customer's record that an admin sets by hand; server/domain/staff/README.md lists the effect of each. */
export interface AccountTerms {
  payment_plan: PaymentPlan;
  /** Days. */
  net_terms: number;
  net_terms_type: (typeof netTermsTypes)[number];
  is_black_listed: boolean;
  see_statements: boolean;
  auto_reconcile: boolean;
  can_use_plaid_transactions: boolean;
  is_subscribed: boolean;
  whitelabel_business_name: string | null;
}

const accountTermNames = [
  'payment_plan',
  'net_terms',
  'net_terms_type',
  'is_black_listed',
  'see_statements',
  'auto_reconcile',
  'can_use_plaid_transactions',
  'is_subscribed',
  'whitelabel_business_name',
] as const satisfies readonly (keyof AccountTerms)[];

/** Returns the terms that differ from the record's, with their new values. */
export function changedTerms(before: Pick<Receiver, keyof AccountTerms>, wanted: Partial<AccountTerms>): Partial<AccountTerms> {
  return Object.fromEntries(accountTermNames.filter((name) => wanted[name] !== undefined && wanted[name] !== before[name]).map((name) => [name, wanted[name]]));
}

/** Says what each change of an account's terms means, for staff to read before they save. */
export function termConsequences(changed: Partial<AccountTerms>, account: StaffHolds): string[] {
  const { payment_plan, net_terms, net_terms_type, is_black_listed: isBlackListed, see_statements: seesStatements, ...rest } = changed;
  return [
    (payment_plan !== undefined || net_terms !== undefined || net_terms_type !== undefined) &&
      'Purchases from now on follow the new terms. What was bought before keeps its dates.',
    isFixedPay(payment_plan) && 'Purchases are repaid in weekly parts, and the tile “Next Payment” is hidden.',
    isBlackListed === true && 'Spending power becomes $0.00, every card is paused and no repayment is drawn, until the customer is off the blacklist.',
    isBlackListed === false &&
      (holdsThatStay(account, 'is_black_listed') ??
        'Spending power follows from sales again, and the cards that were paused open. What fell due meanwhile is drawn one due date per banking day, the oldest first.'),
    seesStatements === false && 'The customer can neither see nor download account statements.',
    seesStatements === true && 'The customer can see and download account statements.',
    rest.auto_reconcile === false && 'The regular comparison with the card issuer and the bank skips this customer: only an operator compares.',
    rest.auto_reconcile === true && 'The regular comparison with the card issuer and the bank includes this customer.',
    rest.can_use_plaid_transactions === true && 'The next bank that the customer links is also asked for consent to its transactions.',
    rest.can_use_plaid_transactions === false && 'The next bank that the customer links is not asked for consent to its transactions.',
    rest.is_subscribed === true && 'The customer is marked as a subscriber and stands first in the search of staff.',
    rest.is_subscribed === false && 'The customer is no longer marked as a subscriber.',
    rest.whitelabel_business_name !== undefined && 'Pages show this name in place of the business name. The card and the statements keep the business name.',
  ].filter((text) => text !== false);
}

/** Returns the name of a business as the pages of its program show it: the one that staff gave it there, else its own. */
export function shownBusinessName({ whitelabel_business_name, business_name }: Pick<Receiver, 'whitelabel_business_name' | 'business_name'>): string | null {
  return whitelabel_business_name ?? business_name;
}

/** Refuses statements to a customer who may not see them. Throws `forbidden`. */
export function requireStatements({ see_statements }: Pick<Receiver, 'see_statements'>): void {
  if (!see_statements) throw new DomainError('forbidden', { reason: noStatements });
}

/** The facts from which the record's words about payments follow. */
interface PaymentFacts {
  readonly terms: Pick<Receiver, 'payment_plan' | 'net_terms' | 'net_terms_type'>;
  /** The terms with which the program begins. */
  readonly standard: { readonly days: number; readonly type: string };
  readonly hasUnpaidDraw: boolean;
  readonly hasDues: boolean;
}

/**
 * Returns what the record says of a customer's payments: how often they are made, whether one has failed, and whether the
 * terms are the program's own.
 */
export function paymentWords({
  terms,
  standard,
  hasUnpaidDraw,
  hasDues,
}: PaymentFacts): Record<'payment_period' | 'payment_state' | 'payment_plan_type', string> {
  const isStandard = terms.payment_plan === 'net_terms' && terms.net_terms === standard.days && terms.net_terms_type === standard.type;
  return {
    payment_period: isFixedPay(terms.payment_plan) ? 'weekly' : 'by purchase',
    payment_state: hasUnpaidDraw ? 'failed' : hasDues ? 'scheduled' : 'nothing due',
    payment_plan_type: isStandard ? 'standard' : 'custom',
  };
}
