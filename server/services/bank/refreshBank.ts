import { databaseOf } from '../../db/databaseOf.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { Refused } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';
import { readThenStore } from '../providerCalls/readThenStore.ts';
import { applyBank, type BankState } from './applyBank.ts';
import { bankAccessToken } from './bankLink.ts';

/** The provider's codes for a link that is gone: removed there, or permission was withdrawn. */
const goneCodes: ReadonlySet<string> = new Set(['ITEM_NOT_FOUND', 'INVALID_ACCESS_TOKEN', 'USER_PERMISSION_REVOKED', 'ACCESS_NOT_GRANTED']);

/** The codes of webhook events that a link's present state does not show. */
const expiryCodes: ReadonlySet<string> = new Set(['PENDING_EXPIRATION', 'PENDING_DISCONNECT']);
const revocationCodes: ReadonlySet<string> = new Set(['USER_PERMISSION_REVOKED', 'USER_ACCOUNT_REVOKED']);

interface Occasion {
  /** The provider's code for the event, when a webhook event is the reason. */
  code?: string;
  /** The account that was picked in the window. */
  picked?: string | null;
}

/** Reads a linked bank again and stores its answer. Throws the provider's failure when the bank cannot be asked. */
export async function refreshBank(deps: Deps, scope: ReceiverScope, linkId: string, { code = '', picked = null }: Occasion = {}): Promise<void> {
  const where = { receiver_id_id: { id: linkId } };
  const link = await databaseOf(deps.database, scope).bankLink.findUnique({ where });
  const token = link && bankAccessToken(deps, scope, link);
  if (!token) return;
  await readThenStore<BankState>(
    deps,
    scope,
    { table: 'bank_link', id: linkId },
    {
      read: () => readBank(deps, token, code),
      store: async (transaction, state) => {
        const present: BankLink = await databaseOf(transaction, scope).bankLink.findUniqueOrThrow({ where });
        await applyBank(deps, transaction, scope, { link: present, state, picked, isRepaired: code === 'LOGIN_REPAIRED' || picked !== null });
      },
    },
  );
}

async function readBank({ providers }: Deps, token: string, code: string): Promise<BankState> {
  if (revocationCodes.has(code)) return 'gone';
  try {
    return { bank: await providers.bank.getAccounts(token), isExpiring: expiryCodes.has(code) };
  } catch (failure) {
    if (failure instanceof Refused && goneCodes.has(failure.code)) return 'gone';
    throw failure;
  }
}
