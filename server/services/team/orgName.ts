import { databaseOf } from '../../db/databaseOf.ts';
import { isKybAccepted } from '../../domain/kyb/kybStatus.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { sentForm } from '../kyb/storedForm.ts';

/**
 * Returns what a merchant's organization is called in the mails of the authentication provider: the legal name that the issuer has
 * verified. Before that anybody could write anything there, so it is the program with the address of whoever invites.
 */
export async function orgName(
  deps: Pick<Deps, 'database' | 'secrets'>,
  program: CurrentProgram,
  { caller, view }: { caller: Pick<Caller, 'email'>; view: ReceiverView },
): Promise<string> {
  return (await verifiedName(deps, view)) ?? `${program.name} account of ${caller.email}`;
}

async function verifiedName(deps: Pick<Deps, 'database' | 'secrets'>, { scope, receiver }: ReceiverView): Promise<string | null> {
  if (!isKybAccepted(receiver.kyb_status)) return null;
  const accepted = await databaseOf(deps.database, scope).kybApplication.findFirst({
    where: { issuer_status: 'ACCEPTED', lithic_account_holder_token: receiver.lithic_account_holder_token },
    orderBy: { attempt: 'desc' },
  });
  return accepted && sentForm(deps, scope, accepted).business_entity.legal_business_name;
}
