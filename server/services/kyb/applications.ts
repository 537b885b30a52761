import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { KybApplication, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { maximumSubmissions } from '../../domain/kyb/kyb.ts';
import { kybApplicationStatuses } from '../../domain/kyb/kybStatus.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';

/** Returns the status of an application; `draft` for a stored word that we do not know. */
export function applicationStatus(application: KybApplication): (typeof kybApplicationStatuses)[number] {
  return kybApplicationStatuses.find((status) => status === application.status) ?? 'draft';
}

/** The latest application, with the number of submissions since staff last reset the verification. */
export interface LatestApplication extends KybApplication {
  submissions: number;
}

/** Returns the latest application; null before the first. */
export async function latestApplication(transaction: Transaction, scope: ReceiverScope): Promise<LatestApplication | null> {
  const latest = await databaseOf(transaction, scope).kybApplication.findFirst({ orderBy: { attempt: 'desc' } });
  return (
    latest && { ...latest, submissions: await databaseOf(transaction, scope).kybApplication.count({ where: { status: { in: ['submitted', 'decided'] } } }) }
  );
}

/** Returns the last application in which the issuer reviewed an account holder. */
export function applicationOfHolder(transaction: Transaction, scope: ReceiverScope, holderToken: string): Promise<KybApplication | null> {
  return databaseOf(transaction, scope).kybApplication.findFirst({
    where: { lithic_account_holder_token: holderToken, status: { in: ['submitted', 'decided'] } },
    orderBy: { attempt: 'desc' },
  });
}

/** Returns the permanent name of a submission: our idempotency key, and the issuer's external id of the resulting account holder. */
export function submissionKey({ receiverId }: ReceiverScope, attempt: number): string {
  return `kyb:${receiverId}:${attempt}`;
}

/** Reads a `submissionKey`; null for an external id that is not ours. */
export function readSubmissionKey(key: string): { receiverId: string; attempt: number } | null {
  const [, receiverId, attempt] = /^kyb:([0-9a-f-]{36}):(\d{1,6})$/.exec(key) ?? [];
  return receiverId === undefined || attempt === undefined ? null : { receiverId, attempt: Number(attempt) };
}

export type KybTurn =
  | {
      isOpen: true;
      attempt: number;
      /** The account holder to correct; null for a new submission of the business. */
      corrects: string | null;
    }
  | { isOpen: false; reason: string };

const closed = (reason: string): KybTurn => ({ isOpen: false, reason });

const whyClosed: Readonly<Record<string, string>> = {
  ACCEPTED: 'Your business is verified already. There is nothing more to send.',
  PENDING_DOCUMENT: 'The card issuer has your form and asks for a document. Send that instead.',
};

/** Tells whether the merchant has not handed an application in yet, or the issuer does not have it yet. */
export function isBeingFilledIn(application: KybApplication | null): application is KybApplication {
  return application?.status === 'draft' || application?.status === 'submitting';
}

/** Returns how many more times the form may be sent. */
export function attemptsLeft(latest: LatestApplication | null): number {
  return Math.max(0, maximumSubmissions - (latest?.submissions ?? 0));
}

/**
 * Decides whose turn it is: the merchant's, to fill in the form the first time, after a reset or a rejection, or to
 * correct what the issuer asks for; otherwise the issuer's or nobody's.
 */
export function kybTurn(receiver: Pick<Receiver, 'lithic_account_holder_token' | 'kyb_status'>, latest: LatestApplication | null): KybTurn {
  const { lithic_account_holder_token: holder, kyb_status: status } = receiver;
  if (holder === BLANK) return closed('Your business needs no verification.');
  const isCorrection = holder !== null && status === 'PENDING_RESUBMIT';
  if (holder !== null && !isCorrection && status !== 'REJECTED') {
    return closed(whyClosed[status ?? ''] ?? 'The card issuer is looking at your form. It cannot be changed until they have decided.');
  }
  if (attemptsLeft(latest) === 0) return closed('The form cannot be sent again. Ask our support what to do next.');
  const application = isBeingFilledIn(latest) ? latest : null;
  return { isOpen: true, attempt: application?.attempt ?? (latest?.attempt ?? 0) + 1, corrects: isCorrection ? holder : null };
}
