/**
 * The error codes that a rule or a use case can throw. Each code has one status and one text for the reader
 * in `contract/problems.ts`; nothing else turns an error into a response.
 */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'rate_limited'
  | 'files_busy'
  | 'file_not_made'
  | 'idempotency_key_required'
  | 'idempotency_key_reused'
  | 'idempotency_in_flight'
  | 'idempotency_answer_lost'
  | 'unknown_net_terms_type'
  | 'card_not_toggleable'
  | 'missing_auth_url'
  | 'provider_refused'
  | 'provider_unavailable'
  | 'step_out_of_order'
  | 'agreement_outdated'
  | 'already_in_team'
  | 'debit_authorization_needed'
  | 'store_not_connectable'
  | 'identity_in_use'
  | 'masquerade_over'
  | 'confirmation_needed'
  | 'nothing_to_pay'
  | 'more_than_payable'
  | 'nothing_to_pay_out'
  | 'amount_changed'
  | 'draw_not_movable'
  | 'not_ready'
  | 'unexpected';

/** An error with a known code. `details` are filled into the text that the reader sees, so they must hold no secrets. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}, message: string = code) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}
