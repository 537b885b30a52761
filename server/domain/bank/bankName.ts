/** A linked bank account as its owner is told about it. */
export interface NamedBank {
  readonly institution_name: string | null;
  readonly account_name: string | null;
  /** The account's last digits. */
  readonly mask: string | null;
}

/** Returns the name of a bank account as its owner knows it: `First Platypus Bank, account ending in 0000`. */
export function bankName(bank: NamedBank | null): string {
  if (bank === null) return 'your linked bank account';
  const name = bank.institution_name ?? bank.account_name ?? 'your linked bank account';
  return bank.mask === null ? name : `${name}, account ending in ${bank.mask}`;
}
