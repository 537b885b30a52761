import type { Action } from './access.ts';

/** The choices of a store's owner about what its other people see: all of the account, how far the set-up is and the orders' block, or nothing. */
export const staffAccesses = ['everything', 'setup', 'nothing'] as const;
export type StaffAccess = (typeof staffAccesses)[number];

/** The choices of the owner as both frontends show them, the widest first. */
export const staffAccessChoices: readonly { access: StaffAccess; label: string; text: string }[] = [
  { access: 'everything', label: 'Everything', text: 'What you can spend and owe, purchases, payments and reports. Never the card’s number.' },
  { access: 'setup', label: 'The setup', text: 'The steps done on the way to the card, and what an order adds to your spending power.' },
  { access: 'nothing', label: 'Nothing', text: 'They see nothing of your account, and read that you can change this.' },
];

export const staffAccessTexts = {
  heading: 'Your store’s staff',
  lead: 'Staff who can open apps in your store’s admin can open this one. They only look: you alone pay, sign and change things.',
  question: 'What your staff may see',
} as const;

/**
 * When a call may be made by a member of a store's staff who does not own the store: never, where the owner lets staff see
 * everything, where staff see at least the set-up, or always. The owner may make every call.
 */
export type StaffPermission = 'never' | 'if_everything' | 'if_setup' | 'always';

const accessesBy: Readonly<Record<StaffPermission, readonly StaffAccess[]>> = {
  never: [],
  if_everything: ['everything'],
  if_setup: ['everything', 'setup'],
  always: staffAccesses,
};

/** Decides whether a member of a store's staff may make a call, by what the owner lets staff see. */
export function mayStaffCall(permission: StaffPermission, access: StaffAccess): boolean {
  return accessesBy[permission].includes(access);
}

/** Reads a stored setting. A value that this version does not know lets staff see nothing. */
export function readStaffAccess(stored: string): StaffAccess {
  return staffAccesses.find((access) => access === stored) ?? 'nothing';
}

/** The abilities of a member of a store's staff where the owner lets them see everything. */
export const staffAbilities: readonly Action[] = ['view_account', 'download_reports'];

/** Says why a call was refused to a member of a store's staff, and who can help; the owner's name where it is known. */
export function staffAccessRefusal(permission: StaffPermission, ownerName: string | null): string {
  const owner = ownerName ?? 'them';
  if (permission === 'never') return `Only the owner of the store can do this. Ask ${owner} to open the app.`;
  return `The owner of the store has not opened this to its staff. Ask ${owner} to change it in Settings.`;
}
