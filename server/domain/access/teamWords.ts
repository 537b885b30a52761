import { type TeamRole, teamRoles, teamRoleTexts } from './teamRoles.ts';

/** The words of both frontends about the people of an account. */

export const teamTexts = {
  heading: 'Team',
  lead: 'The people who use your account, and what each of them may do.',
  invite: 'Invite somebody',
  invitedHint: 'They get a mail, and join with their next sign-in.',
  invited: 'Invited, has not signed in yet',
  /** Said where the form or the button was that did it. */
  hasInvited: (email: string) => `${email} is invited, and gets a mail.`,
  hasRole: (name: string, role: TeamRole) => `${name} is in the team now: ${teamRoleTexts[role].label.toLowerCase()}.`,
  hasRemoved: (name: string) => `${name} is removed, and has no access anymore.`,
  nobody: 'You are the only one. Invite an admin, a bookkeeper or somebody who only needs a card.',
  hosted: 'Open the page of your organization',
  storeStaff: 'People in your store’s admin',
  storeStaffLead: 'They have opened the app in your store’s admin and have no role here yet. Give them one, and they see what it allows.',
} as const;

/** Asks before somebody is removed, with what becomes of their cards. */
export function removalQuestion(name: string, cards: number): string {
  const pausing = cards === 0 ? '' : cards === 1 ? ' Their card is paused at the same moment.' : ` Their ${cards} cards are paused at the same moment.`;
  return `${name} loses access at once.${pausing} You can invite them again.`;
}

/** Tells a member of the team whom to ask for what their own role may not do. */
export function whoCan(role: TeamRole, needed: 'owner' | 'managers'): string {
  return `Your role is ${teamRoleTexts[role].label.toLowerCase()}. Ask the owner${needed === 'managers' ? ' or an admin' : ''}.`;
}

const waitsForSetup: Readonly<Record<TeamRole, string>> = {
  owner: '',
  admin: 'You add cards and people once it is done.',
  bookkeeper: 'You read the figures and download reports once it is done.',
  cardholder: 'You can ask for a card of your own once it is done.',
};

/** Tells a member of the team, before the account has its card, whom the steps to it wait for and what they themselves do after. */
export function whoFinishesSetup(role: TeamRole, ownerName: string): string {
  return `${ownerName} finishes the setup, as the owner of the account: agreements, verification and the bank are theirs alone. ${waitsForSetup[role]}`;
}

/** Returns the roles that a person of this role can give and take: nobody gives more than they have. */
export function givableRoles(role: TeamRole): readonly TeamRole[] {
  return teamRoles.slice(teamRoles.indexOf(role));
}
