import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { KybApplication } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { addressLine } from '../../domain/forms/address.ts';
import { type KybForm, kybSubmission } from '../../domain/kyb/kyb.ts';
import { taxIdentity } from '../../domain/receiver/claims.ts';
import type { AccountHolder } from '../../providers/ports/cardIssuer.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identities/claimIdentities.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { applyAccountHolder } from './applyAccountHolder.ts';
import { sentForm } from './storedForm.ts';

/** Returns the receiver's fields that are copied from the form. */
function businessFields({ secrets }: Deps, { receiverId }: ReceiverScope, form: KybForm) {
  const { business_entity: business, nature_of_business } = kybSubmission(form);
  return {
    business_name: business.legal_business_name,
    business_address: addressLine(business.address),
    phone_number: business.phone_numbers[0] ?? null,
    nature_of_business,
    ein_encrypted: secrets.encrypt(business.government_id, { table: 'receiver', column: 'ein_encrypted', owner: receiverId }),
    ein_last_four: business.government_id.slice(-4),
  };
}

/**
 * Stores that the issuer has a form, and its first answer; of the account's EINs only that of the form is claimed any more, unless
 * the business was refused after it had been accepted, which keeps them all. Returns
 * false when another process has stored them before: an answer and its webhook event may arrive together.
 */
export async function storeSubmission(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  application: KybApplication,
  holder: AccountHolder,
): Promise<boolean> {
  const { count } = await databaseOf(transaction, scope).kybApplication.updateMany({
    where: { id: application.id, status: 'submitting' },
    data: { status: 'submitted', submitted_at: deps.clock(), lithic_account_holder_token: holder.token, lithic_account_token: holder.accountToken },
  });
  if (count === 0) return false;
  const form = sentForm(deps, scope, application);
  await databaseOf(transaction, scope).receiver.update({
    data: {
      ...businessFields(deps, scope, form),
      lithic_account_holder_token: holder.token,
      ...(holder.accountToken !== null && { lithic_account_token: holder.accountToken }),
    },
  });
  const { business_refused_at } = await databaseOf(transaction, scope).receiver.findUniqueOrThrow();
  if (business_refused_at === null) await leaveIdentities(deps, transaction, scope, 'ein', { except: [taxIdentity(form.business_entity.government_id)] });
  const isCorrection = application.lithic_account_holder_token !== null;
  await recordTimeline(deps, scope, isCorrection ? 'kyb_corrected' : 'kyb_submitted', { attempt: application.attempt }, transaction);
  await applyAccountHolder(deps, transaction, scope, application, holder);
  return true;
}
