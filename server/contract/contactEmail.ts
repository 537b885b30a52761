import { z } from 'zod';
import { typedLengths } from '../domain/forms/typedLengths.ts';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

export const postContactEmail = defineRoute({
  method: 'POST',
  path: '/api/users/:token/contact_email',
  summary: 'Give another address for the mails about the account; a link mailed to it puts it in the place of the present one',
  who: 'receiver',
  storeStaff: 'never',
  team: 'owner',
  subject: tokenSubject,
  action: 'update_account',
  masquerade: 'refused',
  idempotent: false,
  limit: 'mailLink',
  params: tokenParams,
  body: z.strictObject({ email: z.email('must be an email address').max(typedLengths.contactEmail) }),
  out: z.object({ sent_to: z.string() }),
});
