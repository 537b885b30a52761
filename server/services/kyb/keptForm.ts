import { z } from 'zod';
import { kybFormSchema } from '../../contract/kyb.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { SecretPlace } from '../../db/secrets.ts';
import { emptyKybForm, type KybForm } from '../../domain/kyb/kyb.ts';
import { putInIdentifiers, takeOutIdentifiers } from '../../domain/kyb/kybIdentifiers.ts';
import type { Deps } from '../deps.ts';
import type { Round } from './submissions.ts';

/** The columns in which a form is kept: what may be read, and the rest encrypted. */
const draftSchema = z.object({ form: kybFormSchema, page: z.number().int() });
const identifiersSchema = z.record(z.string(), z.string());

const place = ({ receiverId }: ReceiverScope): SecretPlace => ({ table: 'kyb_application', column: 'identifiers_encrypted', owner: receiverId });

/** The form as the columns of its round hold it. */
export function keepForm({ secrets }: Pick<Deps, 'secrets'>, scope: ReceiverScope, form: KybForm, page: number) {
  const { form: open, identifiers } = takeOutIdentifiers(form);
  return {
    draft: draftSchema.parse({ form: open, page }),
    identifiers_encrypted: Object.keys(identifiers).length === 0 ? null : secrets.encrypt(JSON.stringify(identifiers), place(scope)),
  };
}

/** After a reset the form is gone through from its first page, and the number that was forgotten is given again. */
function afterReset(form: KybForm): { form: KybForm; page: number } {
  return { form: { ...form, business_entity: { ...form.business_entity, government_id: '' } }, page: 0 };
}

/** What a round keeps of the form, whole; an empty form for none. */
export function openForm({ secrets }: Pick<Deps, 'secrets'>, scope: ReceiverScope, round: Round | null): { form: KybForm; page: number } {
  const kept = draftSchema.safeParse(round?.draft);
  if (!round || !kept.success) return { form: emptyKybForm(), page: 0 };
  const identifiers =
    round.identifiers_encrypted === null ? {} : identifiersSchema.parse(JSON.parse(secrets.decrypt(round.identifiers_encrypted, place(scope))));
  const form = putInIdentifiers(kept.data.form, identifiers);
  return round.status === 'abandoned' ? afterReset(form) : { form, page: kept.data.page };
}
