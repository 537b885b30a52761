/** The roles of a person on a merchant's account, from the one that may do all to the one that may do least. */
export const teamRoles = ['owner', 'admin', 'bookkeeper', 'cardholder'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** The roles that can be given: the owner is the person who opened the account, and others whom they make owners. */
export const teamRoleTexts: Readonly<Record<TeamRole, { label: string; text: string }>> = {
  owner: { label: 'Owner', text: 'Everything: bank, agreements, payments, people and cards.' },
  admin: { label: 'Admin', text: 'Cards, people and limits. Not the bank, and no payments.' },
  bookkeeper: { label: 'Bookkeeper', text: 'Reads everything and downloads reports. Never sees a card’s number.' },
  cardholder: { label: 'Cardholder', text: 'Their own cards and purchases, and nothing else.' },
};

/** Which of the team may make a call: the owner alone, owner and admins, all who read the account, or everybody. */
export const teamPermissions = {
  owner: ['owner'],
  managers: ['owner', 'admin'],
  readers: ['owner', 'admin', 'bookkeeper'],
  everyone: teamRoles,
} as const satisfies Record<string, readonly TeamRole[]>;
export type TeamPermission = keyof typeof teamPermissions;

/** The roles that may pay with a card that they hold. A bookkeeper only looks, also at a card of their own. */
export const payingRoles = ['owner', 'admin', 'cardholder'] as const satisfies readonly TeamRole[];

/** Decides whether a role may pay with a card that it holds. */
export const mayPay = (role: TeamRole): boolean => (payingRoles as readonly TeamRole[]).includes(role);

/** Decides whether a member of the team may make a call. A cardholder's answer is cut to the cards that they hold. */
export function mayRoleCall(permission: TeamPermission, role: TeamRole): boolean {
  return (teamPermissions[permission] as readonly TeamRole[]).includes(role);
}
