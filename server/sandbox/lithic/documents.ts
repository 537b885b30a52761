import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type Lithic from 'lithic';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { emit } from './events.ts';
import { decide } from './kyb.ts';
import { notFound, parse, refuse } from './refusal.ts';
import type { LithicState, StoredHolder } from './state.ts';

const documentTypes = [
  'EIN_LETTER',
  'TAX_RETURN',
  'OPERATING_AGREEMENT',
  'CERTIFICATE_OF_FORMATION',
  'DRIVERS_LICENSE',
  'PASSPORT',
  'PASSPORT_CARD',
  'CERTIFICATE_OF_GOOD_STANDING',
  'ARTICLES_OF_INCORPORATION',
  'ARTICLES_OF_ORGANIZATION',
  'BYLAWS',
  'GOVERNMENT_BUSINESS_LICENSE',
  'PARTNERSHIP_AGREEMENT',
  'SS4_FORM',
  'BANK_STATEMENT',
  'UTILITY_BILL_STATEMENT',
  'SSN_CARD',
  'ITIN_LETTER',
  'FINCEN_BOI_REPORT',
] as const satisfies readonly Lithic.Document['document_type'][];

const twoSided: readonly string[] = ['DRIVERS_LICENSE', 'PASSPORT_CARD'];

type Upload = Lithic.Document['required_document_uploads'][number];

const uploadBody = z.strictObject({ document_type: z.enum(documentTypes), entity_token: z.uuid() });
const reviewBody = z.strictObject({
  document_upload_token: z.uuid(),
  status: z.enum(['UPLOADED', 'ACCEPTED', 'REJECTED', 'PARTIAL_APPROVAL']),
  status_reason: z.string().optional(),
  accepted_entity_status_reasons: z.array(z.string()).optional(),
});

/** The documents that may be sent for one entity. */
const maximumAttempts = 2;

/** Refuses a document of an entity that none is asked of, and a third one of the same. */
async function requireAsked({ documents }: LithicState, { holder }: StoredHolder, entity_token: string): Promise<void> {
  if (holder.status !== 'PENDING_DOCUMENT') throw refuse(400, 'Account holder is not in a PENDING_DOCUMENT state');
  if (!holder.required_documents?.some((asked) => asked.entity_token === entity_token))
    throw refuse(400, 'entity_token: no document is required of this entity');
  const attempts = await documents.count({ account_holder_token: holder.token, entity_token });
  if (attempts >= maximumAttempts) throw refuse(409, 'The maximum number of document submission attempts has been reached');
}

/** Changes one image of a document within the caller's transaction, and notifies the product. */
async function changeUpload(state: LithicState, uploadToken: string, change: Partial<Upload>): Promise<Lithic.Document> {
  const holding = await state.documents.findOne({ required_document_uploads: [{ token: uploadToken }] });
  const document =
    holding &&
    (await state.documents.update(holding.token, (current) => ({
      ...current,
      required_document_uploads: current.required_document_uploads.map((one) =>
        one.token === uploadToken ? { ...one, ...change, updated: state.now() } : one,
      ),
    })));
  if (!document) throw notFound();
  await emit(state, {
    event_type: 'account_holder_document.updated',
    ...document,
    created: state.now(),
    required_document_uploads: document.required_document_uploads.map(({ upload_url: _address, ...shown }) => shown),
  });
  return document;
}

/** Serves the documents of an account holder; their images are uploaded to an address of the sandbox. */
export function documentRoutes(state: LithicState): Router {
  const router = Router();
  const { documents, holders, core } = state;

  function upload(image_type: Upload['image_type']): Upload {
    const token = randomUUID();
    const now = state.now();
    return {
      token,
      image_type,
      status: 'PENDING_UPLOAD',
      status_reasons: [],
      accepted_entity_status_reasons: [],
      rejected_entity_status_reasons: [],
      created: now,
      updated: now,
      upload_url: `${core.publicUrl}/lithic/uploads/${token}`,
    };
  }

  router.post(
    '/account_holders/:token/documents',
    handle(async ({ params, body }, response): Promise<Lithic.Document> => {
      const { document_type, entity_token } = parse(uploadBody, body);
      const stored = await holders.get(params.token ?? '');
      if (!stored) throw notFound();
      await requireAsked(state, stored, entity_token);
      const document: Lithic.Document = {
        token: randomUUID(),
        account_holder_token: stored.holder.token,
        document_type,
        entity_token,
        required_document_uploads: twoSided.includes(document_type) ? [upload('FRONT'), upload('BACK')] : [upload('FRONT')],
      };
      await documents.insert(document.token, document);
      response.status(201);
      return document;
    }),
  );
  router.get(
    '/account_holders/:token/documents',
    handle(async ({ params }) => ({ data: await documents.find({ account_holder_token: params.token }, { newestFirst: true }) })),
  );
  router.get(
    '/account_holders/:token/documents/:document',
    handle(async ({ params }) => {
      const document = await documents.get(params.document ?? '');
      if (document?.account_holder_token !== params.token) throw notFound();
      return document;
    }),
  );
  router.post(
    '/simulate/account_holders/enrollment_document_review',
    handle(({ body }) => {
      const { document_upload_token, status, status_reason, accepted_entity_status_reasons = [] } = parse(reviewBody, body);
      const status_reasons = (status_reason === undefined ? [] : [status_reason]) as Upload['status_reasons'];
      return core.store.transaction(() => changeUpload(state, document_upload_token, { status, status_reasons, accepted_entity_status_reasons }));
    }),
  );
  return router;
}

/** Serves image uploads: outside the API and without its key, like the real upload addresses. Browsers may call it. */
export function uploadRoutes(state: LithicState): Router {
  const router = Router();
  router.use('/uploads', (request, response, next) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'PUT', 'Access-Control-Allow-Headers': 'Content-Type' });
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  });
  router.put(
    '/uploads/:token',
    handle(async ({ params }, response) => {
      await state.core.store.transaction(async () => {
        const document = await changeUpload(state, params.token ?? '', { status: 'UPLOADED' });
        if (!document.required_document_uploads.every(({ status }) => status === 'UPLOADED')) return;
        const { kyb } = await state.settings();
        await decide(state, document.account_holder_token, kyb === 'by_hand' ? 'PENDING_REVIEW' : 'ACCEPTED');
      });
      response.status(200).end();
    }),
  );
  return router;
}
