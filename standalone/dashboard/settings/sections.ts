/** The sections of the settings in their order. The id is the section's part of the address, as in `/settings#mails`. */
export const sections = [
  { id: 'business', title: 'Business profile' },
  { id: 'bank', title: 'Bank account' },
  { id: 'stores', title: 'Stores and books' },
  { id: 'mails', title: 'Mails' },
  { id: 'security', title: 'Sign-in and security' },
  { id: 'access', title: 'Who looked at my account' },
] as const;

export type SectionId = (typeof sections)[number]['id'];

/** Returns the id of a section's heading. */
export const headingOf = (id: SectionId) => `${id}-heading`;
