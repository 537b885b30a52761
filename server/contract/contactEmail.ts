import { z } from 'zod';
import { typedLengths } from '../domain/forms/typedLengths.ts';
import { defineRoute } from './define.ts';
import { changesAccount } from './heads.ts';

export const postContactEmail = defineRoute({
  ...changesAccount({ team: 'owner', action: 'update_account', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/contact_email',
  summary: 'Give another address for the mails about the account; a link mailed to it puts it in the place of the present one',
  idempotent: false,
  limit: 'mailLink',
  body: z.strictObject({ email: z.email('must be an email address').max(typedLengths.contactEmail) }),
  out: z.object({ sent_to: z.string() }),
});
