/** Every kind of letter a merchant can get by mail. The letters themselves are in `services/mail`. */
export type LetterKind =
  | 'agreement_copy'
  | 'kyb_status'
  | 'card_issued'
  | 'card_shipped'
  | 'card_paused'
  | 'card_reopened'
  | 'bank_status'
  | 'debits_stopped'
  | 'store_status'
  | 'withdrawal_notice'
  | 'repayment_receipt'
  | 'repayment_failed'
  | 'balance_looks_short'
  | 'monday_summary'
  | 'spending_power_warning'
  | 'staff_change';
