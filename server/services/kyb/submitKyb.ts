import { invalidFields } from '../../contract/invalidRequest.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { KybApplication } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { emptyKybForm, type KybForm, kybPages, kybProblems, kybSubmission } from '../../domain/kyb/kyb.ts';
import { unmaskIdentifiers } from '../../domain/kyb/kybIdentifiers.ts';
import { taxIdentity } from '../../domain/receiver/claims.ts';
import { Refused, Unavailable } from '../../providers/failure.ts';
import type { AccountHolder } from '../../providers/ports/cardIssuer.ts';
import type { Origin } from '../access/auditEntry.ts';
import { type ReceiverView, reloadView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities, identityInUse } from '../identities/claimIdentities.ts';
import { requireStep } from '../onboarding/requireStep.ts';
import { callProviderOnce } from '../providerCalls/callProviderOnce.ts';
import { programOf } from '../receiver/programOf.ts';
import { isBeingFilledIn, kybTurn, latestApplication, submissionKey } from './applications.ts';
import { correctionOf, hasOtherOwners } from './correction.ts';
import { openTurn, storeApplication } from './saveKybForm.ts';
import { reopenApplication, settleSubmission } from './settleSubmission.ts';
import { openForm, sentForm } from './storedForm.ts';
import { storeSubmission } from './storeSubmission.ts';

interface Submission {
  form: KybForm;
  origin: Origin;
}

const lastPage = kybPages.length - 1;

/** Returns the form that the issuer has of a business, as it was sent in the previous application. */
async function sentBefore(deps: Deps, scope: ReceiverScope, { attempt }: KybApplication): Promise<KybForm> {
  const before = await databaseOf(deps.database, scope).kybApplication.findUnique({ where: { receiver_id_attempt: { attempt: attempt - 1 } } });
  return kybSubmission(before ? sentForm(deps, scope, before) : emptyKybForm());
}

/** Returns when the merchant accepted the card holders agreement, which the issuer requires. */
async function agreedAt({ database, clock }: Deps, scope: ReceiverScope): Promise<Date> {
  const acceptance = await databaseOf(database, scope).agreementAcceptance.findFirst({
    where: { document: 'card_holders_agreement' },
    orderBy: { accepted_at: 'desc' },
  });
  return acceptance?.accepted_at ?? clock();
}

/** Sends an application to the issuer: a new business, or the correction of one that it has. */
async function send(deps: Deps, scope: ReceiverScope, application: KybApplication, form: KybForm): Promise<AccountHolder> {
  const { cardIssuer } = deps.providers;
  const submission = kybSubmission(form);
  const corrects = application.lithic_account_holder_token;
  if (corrects === null) {
    return cardIssuer.createAccountHolder({ ...submission, agreed_at: await agreedAt(deps, scope) }, submissionKey(scope, application.attempt));
  }
  const before = await sentBefore(deps, scope, application);
  return cardIssuer.correctAccountHolder(corrects, correctionOf(before, submission, await cardIssuer.getAccountHolder(corrects)));
}

function checkForm(form: KybForm, now: Date): void {
  const problems = kybProblems(form, now);
  if (problems.length > 0) throw invalidFields(problems.map(({ path, message }) => ({ path: `form.${path}`, message })));
}

/** Throws an InvalidRequest, and reopens the application, when a correction adds or removes owners: the issuer accepts only those it knows. */
async function checkOwners(deps: Deps, scope: ReceiverScope, application: KybApplication, form: KybForm): Promise<void> {
  if (application.lithic_account_holder_token === null) return;
  if (!hasOtherOwners(await sentBefore(deps, scope, application), kybSubmission(form))) return;
  await reopenApplication(deps, scope, application);
  throw invalidFields([
    { path: 'form.beneficial_owner_individuals', message: 'A correction cannot add or remove owners. Correct those that are listed, or ask our support.' },
  ]);
}

/**
 * Claims the form's EIN, beside the one that the issuer has of the business: only the stored submission takes its place. Returns false when
 * another account has it and the program refuses that.
 */
async function claimEin(deps: Deps, transaction: Transaction, { scope, receiver }: ReceiverView, form: KybForm): Promise<boolean> {
  const identities = [taxIdentity(form.business_entity.government_id)];
  const rule = programOf(receiver).sharedIdentities;
  return (await claimIdentities(deps, transaction, scope, { kind: 'ein', identities, rule })) !== 'refused';
}

/** Checks the form and marks the application as being submitted; the form is stored only when nothing is wrong with it. Throws `identity_in_use` for an EIN that backs another account. */
async function begin(deps: Deps, view: ReceiverView, { form, origin }: Submission): Promise<{ application: KybApplication; form: KybForm }> {
  const { scope } = view;
  const begun = await inTransaction(deps.database, async (transaction) => {
    const { turn, kept } = await openTurn(deps, transaction, scope);
    const whole = unmaskIdentifiers(form, kept);
    checkForm(whole, deps.clock());
    // The refusal is recorded for staff, so the transaction commits.
    if (!(await claimEin(deps, transaction, view, whole))) return null;
    const content = { form: whole, page: lastPage, status: 'submitting', ipAddress: origin.address } as const;
    return { application: await storeApplication(deps, transaction, scope, turn, content), form: whole };
  });
  if (begun === null) throw identityInUse('ein', programOf(view.receiver));
  return begun;
}

/** Decides whether the identical form was sent before and is with the issuer: sending it again then changes nothing. */
async function isSentAlready(deps: Deps, { scope, receiver }: ReceiverView, form: KybForm): Promise<boolean> {
  const latest = await latestApplication(deps.database, scope);
  if (latest === null || isBeingFilledIn(latest) || kybTurn(receiver, latest).isOpen) return false;
  const { form: sent } = openForm(deps, scope, latest);
  return JSON.stringify(kybSubmission(unmaskIdentifiers(form, sent))) === JSON.stringify(kybSubmission(sent));
}

/**
 * Sends the form to the issuer: the first time, anew after a rejection, or corrected. Repeats make only one account holder. Throws
 * `identity_in_use` for an EIN that backs another account; an InvalidRequest that lists everything wrong with the form, which is
 * not stored then; `step_out_of_order` when it is not the merchant's turn; the provider's failures.
 */
export async function submitKyb(deps: Deps, view: ReceiverView, submission: Submission): Promise<ReceiverView> {
  const { scope } = view;
  await requireStep(deps, view, 'KYB');
  await settleSubmission(deps, scope);
  const settled = await reloadView(deps, view);
  if (await isSentAlready(deps, settled, submission.form)) return settled;

  const { application, form } = await begin(deps, settled, submission);
  await checkOwners(deps, scope, application, form);
  const operation = application.lithic_account_holder_token === null ? 'create_account_holder' : 'correct_account_holder';
  const intent = { businessKey: submissionKey(scope, application.attempt), provider: deps.providers.cardIssuer.name, operation };
  try {
    await callProviderOnce(deps, scope, intent, {
      call: () => send(deps, scope, application, form),
      store: async (transaction, holder) => {
        await storeSubmission(deps, transaction, scope, application, holder);
        return holder.token;
      },
    });
  } catch (failure) {
    // After these failures the issuer does not have it. After any other failure it may, and the next call finds that out.
    if (failure instanceof Refused || failure instanceof Unavailable) await reopenApplication(deps, scope, application);
    throw failure;
  }
  return reloadView(deps, view);
}
