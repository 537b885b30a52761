import { z } from 'zod';
import { agreementDocuments } from '../domain/onboarding/agreements.ts';
import { netTermsTypes } from '../domain/staff/accountTerms.ts';
import { defineRoute } from './define.ts';
import { changesAccount } from './heads.ts';
import { tokenParams } from './identifiers.ts';
import { receiverSchema } from './receiver.ts';

const document = z.enum(agreementDocuments);

export const getAgreement = defineRoute({
  method: 'GET',
  path: '/api/programs/current/agreements/:document',
  summary: 'The current text of one of the three agreements',
  who: 'anyone',
  params: z.strictObject({ document }),
  out: z.object({
    document,
    title: z.string(),
    version: z.string(),
    markdown: z.string(),
    /** The text in short, a sentence a point; empty for a text of another version than the running one's. */
    in_short: z.array(z.string()),
  }),
  problems: ['not_found'],
});

export const getProgramTerms = defineRoute({
  method: 'GET',
  path: '/api/programs/current/terms',
  summary: 'The terms of this program for a new merchant, as its agreements name them',
  who: 'receiver',
  storeStaff: 'if_setup',
  team: 'readers',
  out: z.object({
    net_terms_days: z.number().int(),
    net_terms_type: z.enum(netTermsTypes),
    /** On what is repaid by its due date. */
    cashback_basis_points: z.number().int(),
  }),
});
export type ProgramTerms = z.infer<(typeof getProgramTerms)['out']>;

export const postAgreement = defineRoute({
  ...changesAccount({ team: 'owner', action: 'accept_agreement', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/agreements/:document',
  summary: 'Accept an agreement in the version that was read; a copy is mailed',
  idempotent: true,
  params: tokenParams.extend({ document }),
  // The version that the page showed. When there is a newer one, the call is refused, because that must be read first.
  body: z.strictObject({ version: z.string().min(1).max(64) }),
  out: receiverSchema,
  problems: ['step_out_of_order', 'agreement_outdated'],
});
