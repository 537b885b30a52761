import { invalidFields } from '../../contract/invalidRequest.ts';
import { inTransaction } from '../../db/database.ts';
import { type ChangesOf, databaseOf } from '../../db/databaseOf.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { businessIdProblem, phoneProblem, shortTextProblem, tidyGovernmentId, tidyPhone } from '../../domain/forms/identity.ts';
import { type AgreementDocument, agreementDocuments, agreementSteps } from '../../domain/onboarding/agreements.ts';
import { changedFields, refusedChanges } from '../../domain/receiver/receiver.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { acceptAgreement } from '../onboarding/acceptAgreement.ts';
import { requireStep } from '../onboarding/requireStep.ts';
import { wireReceiver } from '../receiver/wireReceiver.ts';
import { queueStaffChangeLetter } from '../staff/queueStaffChangeLetter.ts';

type Body = Readonly<Record<string, unknown>>;

const documentOf = (field: string): AgreementDocument | undefined => agreementDocuments.find((document) => field === `accepted_${document}`);

/** The rules of fields that a merchant types freely: each returns the problem with a value, or null. */
const rules: Readonly<Record<string, (text: string) => string | null>> = {
  business_name: (text) => shortTextProblem(text, 'the name of your business'),
  business_address: (text) => shortTextProblem(text, 'the address of your business'),
  nature_of_business: (text) => shortTextProblem(text, 'what your business does'),
  phone_number: (text) => phoneProblem(tidyPhone(text)),
  ein: businessIdProblem,
  card_request: (text) => (text === 'virtual' || text === 'physical' ? null : 'Choose virtual or physical.'),
};

function checkValues(body: Body, changed: readonly string[]): void {
  const problems = changed.flatMap((path) => {
    const value = body[path];
    const message = typeof value === 'string' ? rules[path]?.(value) : null;
    return message ? [{ path, message }] : [];
  });
  if (problems.length > 0) throw invalidFields(problems);
}

/** Returns the columns of the changed fields. A phone number is stored in its one form; the EIN encrypted, with its last four digits for display. */
function columns(deps: Deps, receiverId: string, body: Body, changed: readonly string[]): ChangesOf<'receiver'> {
  const plain = Object.fromEntries(changed.filter((name) => name !== 'ein' && !documentOf(name)).map((name) => [name, body[name]]));
  if (changed.includes('phone_number') && typeof body.phone_number === 'string') plain.phone_number = tidyPhone(body.phone_number);
  if (!changed.includes('ein')) return plain;
  if (typeof body.ein !== 'string') return { ...plain, ein_encrypted: null, ein_last_four: null };
  const ein = tidyGovernmentId(body.ein);
  return {
    ...plain,
    ein_encrypted: deps.secrets.encrypt(ein, { table: 'receiver', column: 'ein_encrypted', owner: receiverId }),
    ein_last_four: ein.slice(-4),
  };
}

/**
 * Checks that changes which complete an onboarding step come in order. Documents accepted together count as accepted
 * one after the other; the kind of card may be changed once a card was requested.
 */
async function checkOrder(deps: Deps, view: ReceiverView, accepted: readonly AgreementDocument[], changed: readonly string[]): Promise<void> {
  const together = { ...view.receiver, ...Object.fromEntries(accepted.map((document) => [`accepted_${document}`, true])) };
  for (const document of accepted) await requireStep(deps, { ...view, receiver: together }, agreementSteps[document]);
  if (changed.includes('card_request')) await requireStep(deps, view, 'PHYSICAL_CARD_ISSUE');
}

/**
 * Saves the changes to a receiver. The body may carry every known field; one that equals the stored value is no change.
 * Throws `forbidden`, naming the fields, when the caller may not make a change, and an InvalidRequest for invalid
 * values; nothing is saved then. An acceptance is stored with the version of the text, the time and its origin.
 */
export async function updateReceiver(deps: Deps, caller: Caller, view: ReceiverView, { body, origin }: { body: Body; origin: Origin }): Promise<ReceiverView> {
  const stored = wireReceiver(view.receiver);
  const refused = refusedChanges(stored, body, view.isOwn ? 'merchant' : 'staff');
  const changed = changedFields(stored, body);
  const accepted = changed.flatMap((name) => documentOf(name) ?? []);
  if (refused.length > 0)
    throw new DomainError('forbidden', { reason: `These cannot be changed here: ${refused.join(', ')}. Nothing was saved.`, fields: refused });

  checkValues(body, changed);
  await checkOrder(deps, view, accepted, changed);
  const data = columns(deps, view.scope.receiverId, body, changed);
  const receiver = await inTransaction(deps.database, async (transaction) => {
    for (const document of accepted) await acceptAgreement(deps, view, { document, origin }, transaction);
    if (!view.isOwn && changed.length > 0) {
      await recordAudit(deps, { scope: view.scope, actor: caller, action: 'update receiver', details: { fields: changed }, origin }, transaction);
      await queueStaffChangeLetter(deps, transaction, view.scope, 'update_account');
    }
    const own = databaseOf(transaction, view.scope).receiver;
    await own.update({ data });
    return own.findUniqueOrThrow();
  });
  return { ...view, receiver };
}
