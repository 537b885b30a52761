/** The rights of staff, each a field of the record. An operator gives and takes them; the product itself never does. */
export const staffRights = ['support', 'admin'] as const;
export type StaffRight = (typeof staffRights)[number];
