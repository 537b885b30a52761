import { z } from 'zod';
import { invalidFields } from '../../contract/invalidRequest.ts';
import type { KybAnswer } from '../../contract/kyb.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { KybApplication, KybDocument as StoredDocument } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { parseStored } from '../../db/storedJson.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { documentLabel, isKybDocumentType, type KybDocumentType, maximumDocumentAttempts } from '../../domain/kyb/kybDocuments.ts';
import { documentReasonInWords, reasonInWords } from '../../domain/kyb/kybReasons.ts';
import type { DocumentImage, KybDocument } from '../../providers/ports/cardIssuer.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { callProviderOnce } from '../providerCalls/callProviderOnce.ts';
import { readOr } from '../readOr.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { applicationOfHolder } from './applications.ts';
import type { DocumentRequest } from './applyAccountHolder.ts';

const requestsSchema: z.ZodType<DocumentRequest[]> = z.array(
  z.object({ entity_token: z.string(), about: z.string(), reasons: z.array(z.string()), document_types: z.array(z.string()) }),
);

/** Returns the documents that the issuer asks for; none when the stored list cannot be read, which the issuer's next answer repairs. */
function requestsOf(deps: Pick<Deps, 'log'>, application: KybApplication): DocumentRequest[] {
  const where = { receiver_id: application.receiver_id, attempt: application.attempt };
  return readOr(deps, where, () => parseStored('the documents that the issuer asks for', requestsSchema, application.required_documents), []);
}

/** Returns the documents announced for an application, oldest first. */
function storedDocuments(transaction: Transaction, scope: ReceiverScope, application: KybApplication): Promise<StoredDocument[]> {
  return databaseOf(transaction, scope).kybDocument.findMany({ where: { application_id: application.id }, orderBy: { id: 'asc' } });
}

const attemptsLeftFor = (entityToken: string, stored: readonly StoredDocument[]) =>
  Math.max(0, maximumDocumentAttempts - stored.filter(({ entity_token }) => entity_token === entityToken).length);

/** Returns the documents that the issuer asks for, in plain words, with the attempts that are left. */
export async function presentDocuments(deps: Deps, scope: ReceiverScope, holderToken: string): Promise<KybAnswer['documents']> {
  const { database } = deps;
  const application = await applicationOfHolder(database, scope, holderToken);
  if (!application) return [];
  const stored = await storedDocuments(database, scope, application);
  return requestsOf(deps, application).map(({ entity_token, about, reasons, document_types }) => {
    const last = stored.findLast((document) => document.entity_token === entity_token);
    return {
      entity_token,
      about,
      reasons: [...reasons.map((code) => reasonInWords(code).finding), ...(last?.status_reasons ?? []).map(documentReasonInWords)],
      document_types: document_types.map((type) => ({ type, label: documentLabel(type) })),
      attempts_left: attemptsLeftFor(entity_token, stored),
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
function requestedDocumentType(deps: Pick<Deps, 'log'>, application: KybApplication, { entity_token, document_type }: Announcement): KybDocumentType {
  const request = requestsOf(deps, application).find((one) => one.entity_token === entity_token);
  if (!request) throw invalidFields([{ path: 'entity_token', message: 'No document is asked of this person or business. Choose one that is listed.' }]);
  if (!request.document_types.includes(document_type) || !isKybDocumentType(document_type)) {
    throw invalidFields([{ path: 'document_type', message: documentReasonInWords('DOCUMENT_TYPE_NOT_SUPPORTED') }]);
  }
  return document_type;
}

/** A document that was asked for and may be announced. */
interface RequestedDocument {
  holder: string;
  application: KybApplication;
  stored: readonly StoredDocument[];
  entity_token: string;
  document_type: KybDocumentType;
}

/** Throws `step_out_of_order` while the issuer asks for no document, and an InvalidRequest for one that it did not ask for. */
async function requestedDocument(deps: Deps, { scope, receiver }: ReceiverView, announcement: Announcement): Promise<RequestedDocument> {
  const { database } = deps;
  const holder = receiver.lithic_account_holder_token;
  const application = holder === null ? null : await applicationOfHolder(database, scope, holder);
  if (holder === null || !application || receiver.kyb_status !== 'PENDING_DOCUMENT') {
    throw new DomainError('step_out_of_order', { reason: 'The card issuer asks for no document at the moment.' });
  }
  const document_type = requestedDocumentType(deps, application, announcement);
  return { holder, application, stored: await storedDocuments(database, scope, application), entity_token: announcement.entity_token, document_type };
}

/** Returns the same document if it was announced before and still waits for its images; otherwise undefined. */
async function waitingDocument({ providers }: Deps, { holder, stored, entity_token, document_type }: RequestedDocument): Promise<KybDocument | undefined> {
  const waiting = stored.find((one) => one.entity_token === entity_token && one.document_type === document_type && one.status === 'uploading');
  return waiting && (await providers.cardIssuer.listDocuments(holder)).find(({ token }) => token === waiting.lithic_document_token);
}

/** After a lost answer, returns the document that the issuer knows and we do not. */
async function lostDocument({ providers }: Deps, { holder, stored, entity_token, document_type }: RequestedDocument): Promise<KybDocument | undefined> {
  return (await providers.cardIssuer.listDocuments(holder)).find(
    (one) => one.entityToken === entity_token && one.documentType === document_type && !stored.some((known) => known.lithic_document_token === one.token),
  );
}

/** Announces the document as one more attempt, once however often it is called. Returns the addresses for its images. */
async function takeAttempt(deps: Deps, scope: ReceiverScope, requested: RequestedDocument, attemptsLeftBefore: number): Promise<readonly DocumentImage[]> {
  const { cardIssuer } = deps.providers;
  const { holder, application, entity_token, document_type } = requested;
  const businessKey = `kyb-document:${scope.receiverId}:${application.attempt}:${entity_token}:${maximumDocumentAttempts - attemptsLeftBefore + 1}`;
  const outcome = await callProviderOnce(
    deps,
    scope,
    { businessKey, provider: cardIssuer.name, operation: 'create_document' },
    {
      call: async ({ isRepeat }) =>
        (isRepeat ? await lostDocument(deps, requested) : undefined) ?? (await cardIssuer.createDocument(holder, entity_token, document_type)),
      store: async (transaction, document) => {
        const about = { application_id: application.id, entity_token, document_type };
        const attempts_left = attemptsLeftBefore - 1;
        await databaseOf(transaction, scope).kybDocument.create({
          data: { ...about, lithic_document_token: document.token, status: 'uploading', attempts_left },
        });
        await recordTimeline(deps, scope, 'kyb_document_announced', { document_type }, transaction);
        return document.token;
      },
    },
  );
  if (outcome.isNew) return outcome.answer.images;
  return (await cardIssuer.listDocuments(holder)).find(({ token }) => token === outcome.externalId)?.images ?? [];
}

/**
 * Announces a document to the issuer and returns the addresses to which the browser uploads its images. Announcing the
 * same document again before its upload uses no second attempt. Throws `step_out_of_order` when no document is asked
 * for or no attempt is left.
 */
export async function announceDocument(deps: Deps, view: ReceiverView, announcement: Announcement): Promise<Uploads> {
  const requested = await requestedDocument(deps, view, announcement);
  const left = attemptsLeftFor(requested.entity_token, requested.stored);
  const waiting = await waitingDocument(deps, requested);
  if (waiting) return uploadsOf(waiting.images, left);
  if (left === 0) throw new DomainError('step_out_of_order', { reason: reasonInWords('MAX_DOCUMENT_ATTEMPTS').message });
  return uploadsOf(await takeAttempt(deps, view.scope, requested, left), left - 1);
}

function uploadsOf(images: readonly DocumentImage[], attempts_left: number): Uploads {
  return { uploads: images.map(({ side, uploadUrl }) => ({ side, upload_url: uploadUrl })), attempts_left };
}

function statusOf({ images }: KybDocument): StoredDocument['status'] {
  const statuses = images.map(({ status }) => status);
  if (statuses.some((status) => status === 'REJECTED' || status === 'PARTIAL_APPROVAL')) return 'rejected';
  if (statuses.every((status) => status === 'ACCEPTED')) return 'accepted';
  return statuses.includes('PENDING_UPLOAD') ? 'uploading' : 'uploaded';
}

/** Stores the issuer's answers about the documents that it was sent. */
export async function applyDocuments(transaction: Transaction, scope: ReceiverScope, documents: readonly KybDocument[]): Promise<void> {
  for (const document of documents) {
    await databaseOf(transaction, scope).kybDocument.updateMany({
      where: { lithic_document_token: document.token },
      data: { status: statusOf(document), status_reasons: [...new Set(document.images.flatMap(({ statusReasons }) => statusReasons))] },
    });
  }
}
