import { z } from 'zod';
import { kybFormSchema } from '../../contract/kyb.ts';
import type { KybApplication } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { SecretPlace } from '../../db/secrets.ts';
import { parseStored, storedJson } from '../../db/storedJson.ts';
import { emptyKybForm, type KybForm } from '../../domain/kyb/kyb.ts';
import { extractIdentifiers, insertIdentifiers } from '../../domain/kyb/kybIdentifiers.ts';
import type { Deps } from '../deps.ts';
import { readOr } from '../readOr.ts';

/** The columns that store a form: its readable part, and the identifiers encrypted. */
const draftSchema = z.object({ form: kybFormSchema, page: z.number().int() });
const draftJson = storedJson<z.infer<typeof draftSchema>>('the form of a verification', [draftSchema]);
const identifiersSchema = z.record(z.string(), z.string());

const place = ({ receiverId }: ReceiverScope): SecretPlace => ({ table: 'kyb_application', column: 'identifiers_encrypted', owner: receiverId });

/** Returns a form as the columns of its application store it. */
export function storableForm({ secrets }: Pick<Deps, 'secrets'>, scope: ReceiverScope, form: KybForm, page: number) {
  const { form: open, identifiers } = extractIdentifiers(form);
  return {
    draft: { ...draftSchema.parse({ form: open, page }), version: draftJson.version },
    identifiers_encrypted: Object.keys(identifiers).length === 0 ? null : secrets.encrypt(JSON.stringify(identifiers), place(scope)),
  };
}

/** Prepares a form after a reset: it starts at its first page, and the deleted government id must be entered again. */
function afterReset(form: KybForm): { form: KybForm; page: number } {
  return { form: { ...form, business_entity: { ...form.business_entity, government_id: '' } }, page: 0 };
}

interface StoredForm {
  form: KybForm;
  /** The page that the merchant was on last. */
  page: number;
}

/** Returns the whole form that an application stores. Throws UnreadableContent. */
function readForm({ secrets }: Pick<Deps, 'secrets'>, scope: ReceiverScope, application: KybApplication): StoredForm {
  const kept = draftJson.read(application.draft);
  const identifiers =
    application.identifiers_encrypted === null
      ? {}
      : parseStored('the identifiers of a verification', identifiersSchema, JSON.parse(secrets.decrypt(application.identifiers_encrypted, place(scope))));
  const form = insertIdentifiers(kept.form, identifiers);
  return application.status === 'abandoned' ? afterReset(form) : { form, page: kept.page };
}

/**
 * Returns the form of an application, to be shown or filled in; an empty form when there is no application. A damaged form is logged
 * and replaced by an empty one. Throws UnreadableContent for a form of a newer version, so that it is not overwritten.
 */
export function openForm(deps: Pick<Deps, 'secrets' | 'log'>, scope: ReceiverScope, application: KybApplication | null): StoredForm {
  const empty = { form: emptyKybForm(), page: 0 };
  if (!application) return empty;
  return readOr(deps, { receiver_id: scope.receiverId, attempt: application.attempt }, () => readForm(deps, scope, application), empty);
}

/** Returns the form that the issuer was sent in an application. Throws UnreadableContent instead of returning an empty form, which was never sent. */
export function sentForm(deps: Pick<Deps, 'secrets'>, scope: ReceiverScope, application: KybApplication): KybForm {
  return readForm(deps, scope, application).form;
}
