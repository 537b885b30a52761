import { z } from 'zod';
import { invalidFields } from '../../contract/invalidRequest.ts';
import type { KybAnswer } from '../../contract/kyb.ts';
import type { Transaction } from '../../db/client.ts';
import type { KybDocument as KeptDocument } from '../../db/generated/client.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/errors.ts';
import { documentLabel, mostDocumentAttempts } from '../../domain/kybDocuments.ts';
import { documentReasonInWords, reasonInWords } from '../../domain/kybReasons.ts';
import { type DocumentImage, isKybDocumentType, type KybDocument, type KybDocumentType } from '../../providers/lithic/index.ts';
import { askOnce } from '../askOnce.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../timeline.ts';
import type { ReceiverView } from '../viewReceiver.ts';
import type { DocumentRequest } from './applyAccountHolder.ts';
import { type Round, roundOfHolder } from './rounds.ts';

const requestsSchema: z.ZodType<DocumentRequest[]> = z.array(
  z.object({ entity_token: z.string(), about: z.string(), reasons: z.array(z.string()), document_types: z.array(z.string()) }),
);

const requestsOf = (round: Round): DocumentRequest[] => requestsSchema.parse(round.required_documents);

/** Documents that were announced for a round, oldest first. */
function keptDocuments(transaction: Transaction, { receiverId }: ReceiverScope, round: Round): Promise<KeptDocument[]> {
  return transaction.kybDocument.findMany({ where: { receiver_id: receiverId, application_id: round.id }, orderBy: { id: 'asc' } });
}

const attemptsLeftFor = (entityToken: string, kept: readonly KeptDocument[]) =>
  Math.max(0, mostDocumentAttempts - kept.filter(({ entity_token }) => entity_token === entityToken).length);

/** The documents that the issuer asks for, in plain words, with the attempts that are left. */
export async function presentDocuments({ database }: Deps, scope: ReceiverScope, holderToken: string): Promise<KybAnswer['documents']> {
  const round = await roundOfHolder(database, scope, holderToken);
  if (!round) return [];
  const kept = await keptDocuments(database, scope, round);
  return requestsOf(round).map(({ entity_token, about, reasons, document_types }) => {
    const last = kept.findLast((document) => document.entity_token === entity_token);
    return {
      entity_token,
      about,
      reasons: [...reasons.map((code) => reasonInWords(code).message), ...(last?.status_reasons ?? []).map(documentReasonInWords)],
      document_types: document_types.map((type) => ({ type, label: documentLabel(type) })),
      attempts_left: attemptsLeftFor(entity_token, kept),
    };
  });
}

interface Announcement {
  entity_token: string;
  document_type: string;
}

interface Uploads {
  uploads: { side: 'FRONT' | 'BACK'; upload_url: string }[];
  attempts_left: number;
}

/** Throws an InvalidRequest for a person or a kind of document that the issuer did not name. */
function documentTypeAsked(round: Round, { entity_token, document_type }: Announcement): KybDocumentType {
  const request = requestsOf(round).find((one) => one.entity_token === entity_token);
  if (!request) throw invalidFields([{ path: 'entity_token', message: 'No document is asked of this person or business. Choose one that is listed.' }]);
  if (!request.document_types.includes(document_type) || !isKybDocumentType(document_type)) {
    throw invalidFields([{ path: 'document_type', message: 'This kind of document is not accepted. Send one of those listed.' }]);
  }
  return document_type;
}

/**
 * Announces a document to the issuer and answers where the browser puts its images. Announcing the same again, before
 * it was uploaded, takes no second attempt.
 */
export async function announceDocument(deps: Deps, { scope, receiver }: ReceiverView, announcement: Announcement): Promise<Uploads> {
  const { cardIssuer } = deps.providers;
  const holder = receiver.lithic_account_holder_token;
  const round = holder === null ? null : await roundOfHolder(deps.database, scope, holder);
  if (holder === null || !round || receiver.kyb_status !== 'PENDING_DOCUMENT') {
    throw new DomainError('step_out_of_order', { reason: 'The card issuer asks for no document at the moment.' });
  }
  const { entity_token, document_type } = announcement;
  const asked = documentTypeAsked(round, announcement);
  const kept = await keptDocuments(deps.database, scope, round);
  const isIt = (document: KybDocument) => document.entityToken === entity_token && document.documentType === document_type;
  const answer = (images: readonly DocumentImage[], attempts_left: number) => ({
    uploads: images.map(({ side, uploadUrl }) => ({ side, upload_url: uploadUrl })),
    attempts_left,
  });
  const announced = async (token: string | null) => (await cardIssuer.listDocuments(holder)).find((document) => document.token === token);

  const waiting = kept.find(
    (document) => document.entity_token === entity_token && document.document_type === document_type && document.status === 'uploading',
  );
  const again = waiting && (await announced(waiting.lithic_document_token));
  if (again) return answer(again.images, attemptsLeftFor(entity_token, kept));
  const left = attemptsLeftFor(entity_token, kept);
  if (left === 0) throw new DomainError('step_out_of_order', { reason: reasonInWords('MAX_DOCUMENT_ATTEMPTS').message });

  /** After an answer that was lost: the document that the issuer knows and we do not. */
  const lost = async () =>
    (await cardIssuer.listDocuments(holder)).find(
      (document) => isIt(document) && !kept.some(({ lithic_document_token }) => lithic_document_token === document.token),
    );
  const businessKey = `kyb-document:${scope.receiverId}:${round.attempt}:${entity_token}:${mostDocumentAttempts - left + 1}`;
  const outcome = await askOnce(
    deps,
    scope,
    { businessKey, provider: 'lithic', operation: 'create_document' },
    {
      ask: async ({ isRepeat }) => (isRepeat ? await lost() : undefined) ?? (await cardIssuer.createDocument(holder, entity_token, asked)),
      store: async (transaction, document) => {
        const about = { receiver_id: scope.receiverId, application_id: round.id, entity_token, document_type };
        await transaction.kybDocument.create({ data: { ...about, lithic_document_token: document.token, status: 'uploading', attempts_left: left - 1 } });
        await recordTimeline(deps, scope, 'kyb_document_announced', { document_type }, transaction);
        return document.token;
      },
    },
  );
  const images = outcome.isNew ? outcome.answer.images : ((await announced(outcome.externalId))?.images ?? []);
  return answer(images, left - 1);
}

function statusOf({ images }: KybDocument): KeptDocument['status'] {
  const statuses = images.map(({ status }) => status);
  if (statuses.some((status) => status === 'REJECTED' || status === 'PARTIAL_APPROVAL')) return 'rejected';
  if (statuses.every((status) => status === 'ACCEPTED')) return 'accepted';
  return statuses.includes('PENDING_UPLOAD') ? 'uploading' : 'uploaded';
}

/** Stores what the issuer says of the documents that it was sent. */
export async function applyDocuments(transaction: Transaction, { receiverId }: ReceiverScope, documents: readonly KybDocument[]): Promise<void> {
  for (const document of documents) {
    await transaction.kybDocument.updateMany({
      where: { receiver_id: receiverId, lithic_document_token: document.token },
      data: { status: statusOf(document), status_reasons: [...new Set(document.images.flatMap(({ statusReasons }) => statusReasons))] },
    });
  }
}
