import type Lithic from 'lithic';
import { emit } from './events.ts';
import { refuse } from './refusal.ts';
import { doSoon } from './soon.ts';
import type { KybMode, LithicState, StoredHolder } from './state.ts';

export type KybStatus = Exclude<Lithic.AccountHolder['status'], undefined>;
type Application = Lithic.AccountHolder.VerificationApplication;
type Reasons = Exclude<Application['status_reasons'], undefined>;

export interface Decision {
  status: KybStatus;
  reasons: Reasons;
  /** Whether documents of the business itself are requested. */
  asksDocuments: boolean;
  soon: boolean;
}

const businessDocuments = [
  'EIN_LETTER',
  'TAX_RETURN',
  'CERTIFICATE_OF_GOOD_STANDING',
  'ARTICLES_OF_INCORPORATION',
  'ARTICLES_OF_ORGANIZATION',
  'BANK_STATEMENT',
];

const decided = (status: KybStatus, reasons: Reasons = [], more: Partial<Decision> = {}): Decision => ({
  status,
  reasons,
  asksDocuments: false,
  soon: false,
  ...more,
});

/**
 * Returns the decision that a legal business name requests by containing `reject`, `pending`, `document` or
 * `resubmit`. Any other business is accepted, immediately or later as set on the control page. A resubmitted
 * `resubmit` counts as corrected.
 */
export function decisionFor(legalName: string, { mode, resubmissions }: { mode: KybMode; resubmissions: number }): Decision {
  const name = legalName.toLowerCase();
  if (name.includes('reject')) return decided('REJECTED', ['RISK_THRESHOLD_FAILURE', 'WATCHLIST_ALERT_FAILURE']);
  if (name.includes('pending')) return decided('PENDING_REVIEW');
  if (name.includes('document')) return decided('PENDING_DOCUMENT', ['ADDRESS_VERIFICATION_FAILURE'], { asksDocuments: true });
  if (name.includes('resubmit') && resubmissions === 0) return decided('PENDING_RESUBMIT', ['NAME_VERIFICATION_FAILURE', 'ID_VERIFICATION_FAILURE']);
  if (mode === 'by_hand') return decided('PENDING_REVIEW');
  return mode === 'soon' ? decided('PENDING_REVIEW', [], { soon: true }) : decided('ACCEPTED');
}

/** Returns the holder with a decision set in both places where the issuer keeps it. */
export function withDecision(stored: StoredHolder, decision: Decision, now: string): StoredHolder {
  const { holder } = stored;
  const entity = holder.business_entity?.entity_token;
  const required_documents: Lithic.RequiredDocument[] =
    decision.asksDocuments && entity !== undefined ? [{ entity_token: entity, status_reasons: [...decision.reasons], valid_documents: businessDocuments }] : [];
  const application: Application = {
    created: holder.verification_application?.created ?? now,
    status: decision.status,
    status_reasons: decision.reasons,
    updated: now,
  };
  return {
    ...stored,
    decide_soon: decision.soon,
    holder: { ...holder, status: decision.status, status_reasons: decision.reasons, verification_application: application, required_documents },
  };
}

/**
 * Notifies the product of a decision. The verification event knows only three statuses, and comes once for a verification: the others,
 * and a business that is looked at again after it was accepted or refused, are sent as an update.
 */
export async function announce(state: LithicState, { holder }: StoredHolder, before?: KybStatus): Promise<void> {
  const { token, account_token, status, status_reasons = [] } = holder;
  const isAgain = before === 'ACCEPTED' || before === 'REJECTED';
  if (!isAgain && (status === 'ACCEPTED' || status === 'REJECTED' || status === 'PENDING_REVIEW')) {
    await emit(state, { event_type: 'account_holder.verification', token, account_token, created: state.now(), status, status_reasons });
  } else {
    await emit(state, { event_type: 'account_holder.updated', token, update_request: {} });
  }
}

/** Applies a manual decision, from the control page or the simulate call. Throws 404 for an unknown holder. */
export function decide(state: LithicState, token: string, status: KybStatus, reasons?: Reasons): Promise<StoredHolder> {
  const asksDocuments = status === 'PENDING_DOCUMENT';
  const usual: Reasons = status === 'ACCEPTED' || status === 'PENDING_REVIEW' ? [] : ['OTHER_VERIFICATION_FAILURE'];
  return state.core.store.transaction(async () => {
    const before = await state.holders.get(token);
    const next = await state.holders.update(token, (stored) => withDecision(stored, decided(status, reasons ?? usual, { asksDocuments }), state.now()));
    if (!next) throw refuse(404, 'Could not find account holder');
    await announce(state, next, before?.holder.status);
    return next;
  });
}

/** Accepts the holders marked `decide_soon` after one second. Called when one comes in, and after a restart. */
export function acceptMarkedHolders(state: LithicState): void {
  const acceptAll = async () => {
    for (const { holder } of await state.holders.find({ decide_soon: true })) await decide(state, holder.token, 'ACCEPTED');
  };
  doSoon(state, acceptAll, 'sending the sandbox KYB decision failed');
}
