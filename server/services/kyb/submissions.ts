import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { KybApplication, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { mostSubmissions } from '../../domain/kyb/kyb.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';

/** A round of verification is filled in, sent, and decided; what the issuer wants corrected is the next round. */
export type Round = KybApplication;

const statuses = ['draft', 'submitting', 'submitted', 'decided', 'abandoned'] as const;

export function roundStatus(round: Round): (typeof statuses)[number] {
  return statuses.find((status) => status === round.status) ?? 'draft';
}

/** The latest round, with how often the form was sent since staff last reset the verification. */
export interface LatestRound extends Round {
  submissions: number;
}

/** The round that was begun last; null before the first. */
export async function latestRound(transaction: Transaction, scope: ReceiverScope): Promise<LatestRound | null> {
  const latest = await databaseOf(transaction, scope).kybApplication.findFirst({ orderBy: { attempt: 'desc' } });
  return (
    latest && { ...latest, submissions: await databaseOf(transaction, scope).kybApplication.count({ where: { status: { in: ['submitted', 'decided'] } } }) }
  );
}

/** The round in which the issuer looked at an account holder last. */
export function roundOfHolder(transaction: Transaction, scope: ReceiverScope, holderToken: string): Promise<Round | null> {
  return databaseOf(transaction, scope).kybApplication.findFirst({
    where: { lithic_account_holder_token: holderToken, status: { in: ['submitted', 'decided'] } },
    orderBy: { attempt: 'desc' },
  });
}

/** The name of a submission, for ever: our key for it and the issuer's external id of what came of it. */
export function submissionKey({ receiverId }: ReceiverScope, attempt: number): string {
  return `kyb:${receiverId}:${attempt}`;
}

/** Reads a `submissionKey`; null for an external id that is none of ours. */
export function readSubmissionKey(key: string): { receiverId: string; attempt: number } | null {
  const [, receiverId, attempt] = /^kyb:([0-9a-f-]{36}):(\d{1,6})$/.exec(key) ?? [];
  return receiverId === undefined || attempt === undefined ? null : { receiverId, attempt: Number(attempt) };
}

export type KybTurn =
  | {
      isOpen: true;
      attempt: number;
      /** What is filled in so far; null when the round is still to be begun. */
      round: Round | null;
      /** The account holder that is to be corrected; null for a business that is sent in anew. */
      corrects: string | null;
    }
  | { isOpen: false; reason: string };

const closed = (reason: string): KybTurn => ({ isOpen: false, reason });

const whyClosed: Readonly<Record<string, string>> = {
  ACCEPTED: 'Your business is verified already. There is nothing more to send.',
  PENDING_DOCUMENT: 'The card issuer has your form and asks for a document. Send that instead.',
};

export function isBeingFilledIn(round: Round | null): round is Round {
  return round?.status === 'draft' || round?.status === 'submitting';
}

export function attemptsLeft(latest: LatestRound | null): number {
  return Math.max(0, mostSubmissions - (latest?.submissions ?? 0));
}

/**
 * Whose turn it is: the merchant's, to fill the form in for the first time, after a reset, a rejection, or to correct
 * what the issuer asks for; otherwise the issuer's or nobody's.
 */
export function kybTurn(receiver: Pick<Receiver, 'lithic_account_holder_token' | 'kyb_status'>, latest: LatestRound | null): KybTurn {
  const { lithic_account_holder_token: holder, kyb_status: status } = receiver;
  if (holder === BLANK) return closed('Your business needs no verification.');
  const isCorrection = holder !== null && status === 'PENDING_RESUBMIT';
  if (holder !== null && !isCorrection && status !== 'REJECTED') {
    return closed(whyClosed[status ?? ''] ?? 'The card issuer is looking at your form. It cannot be changed until they have decided.');
  }
  if (attemptsLeft(latest) === 0) return closed('The form cannot be sent again. Ask our support what to do next.');
  const round = isBeingFilledIn(latest) ? latest : null;
  return { isOpen: true, attempt: round?.attempt ?? (latest?.attempt ?? 0) + 1, round, corrects: isCorrection ? holder : null };
}
