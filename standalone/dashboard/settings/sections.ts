import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { staffAccessTexts } from '../../../server/domain/access/storeStaff.ts';
import { teamTexts } from '../../../server/domain/access/teamWords.ts';
import { alertTexts } from '../../../server/domain/alerts/alertWords.ts';
import { secondBankTexts } from '../../../server/domain/bank/secondBank.ts';
import { mailAddressTexts } from '../../../server/domain/mail/mailAddressWords.ts';

/** The sections of the settings in their order. The id is the section's part of the address, as in `/settings#mails`. */
export const sections = [
  { id: 'business', title: 'Business profile' },
  { id: 'bank', title: 'Bank account' },
  { id: 'second-bank', title: secondBankTexts.heading },
  { id: 'stores', title: 'Stores and books' },
  { id: 'team', title: teamTexts.heading },
  { id: 'address', title: mailAddressTexts.heading },
  { id: 'mails', title: alertTexts.heading },
  { id: 'staff', title: staffAccessTexts.heading },
  { id: 'security', title: 'Sign-in and security' },
  { id: 'access', title: 'Who looked at my account' },
] as const;

export type SectionId = (typeof sections)[number]['id'];

/** Sections of accounts opened from a store alone: others sign in with the address of their mails, and have no store's staff. */
const ofStores: readonly SectionId[] = ['address', 'staff'];

/** Sections about the reader. A cardholder has no others. */
const ofPerson: readonly SectionId[] = ['mails', 'security'];

/** Returns the sections that a person sees of an account. */
export function sectionsOf({ is_opened_by_store: isOfStore, abilities }: Pick<ReceiverAnswer, 'is_opened_by_store' | 'abilities'>) {
  const seesAccount = abilities.includes('view_account');
  return sections.filter(({ id }) => (isOfStore || !ofStores.includes(id)) && (seesAccount || ofPerson.includes(id)));
}

/** Returns the id of a section's heading. */
export const headingOf = (id: SectionId) => `${id}-heading`;
