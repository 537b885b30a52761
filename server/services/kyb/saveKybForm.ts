import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import type { KybApplication, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { KybForm } from '../../domain/kyb/kyb.ts';
import { unmaskIdentifiers } from '../../domain/kyb/kybIdentifiers.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { requireStep } from '../onboarding/requireStep.ts';
import { type KybTurn, kybTurn, latestApplication } from './applications.ts';
import { settleSubmission } from './settleSubmission.ts';
import { openForm, storableForm } from './storedForm.ts';

type OpenTurn = Extract<KybTurn, { isOpen: true }>;

interface Opened {
  receiver: Receiver;
  turn: OpenTurn;
  /** The whole form as it was last stored: the values behind the masks. */
  kept: KybForm;
}

/**
 * Reads whose turn it is, and locks the receiver so that this holds until the transaction ends. Throws
 * `step_out_of_order` when it is not the merchant's.
 */
export async function openTurn(deps: Deps, transaction: Transaction, scope: ReceiverScope): Promise<Opened> {
  const receiver = await lockReceiver(transaction, scope);
  if (!receiver) throw new DomainError('not_found');
  const latest = await latestApplication(transaction, scope);
  const turn = kybTurn(receiver, latest);
  if (!turn.isOpen) throw new DomainError('step_out_of_order', { reason: turn.reason });
  return { receiver, turn, kept: openForm(deps, scope, latest).form };
}

interface ApplicationContent {
  form: KybForm;
  page: number;
  status: 'draft' | 'submitting';
  ipAddress: string;
}

/** Stores a form in the merchant's open application, and begins one if needed. */
export async function storeApplication(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { attempt, corrects }: OpenTurn,
  { form, page, status, ipAddress }: ApplicationContent,
): Promise<KybApplication> {
  const content = { ...storableForm(deps, scope, form, page), status, ip_address: ipAddress, lithic_account_holder_token: corrects };
  return databaseOf(transaction, scope).kybApplication.upsert({
    where: { receiver_id_attempt: { attempt } },
    create: { attempt, ...content },
    update: content,
  });
}

interface Typed {
  form: KybForm;
  page: number;
  ipAddress: string;
}

/** Stores the form as it is typed, right or wrong. A mask that comes back stands for the stored value behind it. */
export async function saveKybForm(deps: Deps, view: ReceiverView, { form, page, ipAddress }: Typed): Promise<void> {
  await requireStep(deps, view, 'KYB');
  await settleSubmission(deps, view.scope);
  await inTransaction(deps.database, async (transaction) => {
    const { turn, kept } = await openTurn(deps, transaction, view.scope);
    await storeApplication(deps, transaction, view.scope, turn, { form: unmaskIdentifiers(form, kept), page, status: 'draft', ipAddress });
  });
}
