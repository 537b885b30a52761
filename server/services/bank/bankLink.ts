import type { Reading } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { SecretPlace } from '../../db/secrets.ts';
import type { BankRole } from '../../domain/bank/bankRole.ts';
import type { Deps } from '../deps.ts';

/** Returns the table, column and owner for which the access token of a receiver's bank is encrypted. */
export const bankTokenPlace = ({ receiverId }: ReceiverScope): SecretPlace => ({ table: 'bank_link', column: 'access_token', owner: receiverId });

/** Returns the bank link that is current; null when there is none. */
export function currentBankLink(reading: Reading, scope: ReceiverScope, role: BankRole = 'main'): Promise<BankLink | null> {
  return databaseOf(reading, scope).bankLink.findFirst({ where: { unlinked_at: null, role } });
}

/** Returns the access token of a linked bank; null once the access was given up. */
export function bankAccessToken({ secrets }: Pick<Deps, 'secrets'>, scope: ReceiverScope, link: BankLink): string | null {
  return link.access_token === null ? null : secrets.decrypt(link.access_token, bankTokenPlace(scope));
}

/** Returns the bank and account of a link as the wire has them. */
export const bankOf = ({ institution_name, account_name, mask }: BankLink) => ({ institution_name, account_name, mask });

/** Returns a linked account's name as its owner knows it. */
export function accountName({ institution_name, account_name, mask }: BankLink): string {
  const name = institution_name ?? account_name ?? 'Linked bank account';
  return mask === null ? name : `${name}, account ending in ${mask}`;
}
