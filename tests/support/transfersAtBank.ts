import type { Cardholder } from './cardholder.ts';
import type { TestProduct } from './product.ts';

interface AtBank {
  id: string;
  type: string;
  /** In dollars, as 12.34. */
  amount: string;
  ach_class: string;
}

/** Returns the transfers that the bank has made from and to a merchant's account, the oldest first. */
export const transfersAtBank = ({ deps }: TestProduct, { bank }: Pick<Cardholder, 'bank'>) => deps.database.$queryRaw<AtBank[]>`
  SELECT data #>> '{transfer,id}' AS id, data #>> '{transfer,type}' AS type, data #>> '{transfer,amount}' AS amount, data #>> '{transfer,ach_class}' AS ach_class
  FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer' AND data #>> '{transfer,account_id}' = ${bank.accountId}
  ORDER BY data #>> '{transfer,created}', seq`;
