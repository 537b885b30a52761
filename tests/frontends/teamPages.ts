import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { press } from './merchants.ts';
import { askAuthProvider } from './people.ts';

/** The section of the settings about the team. */
export const team = (page: Page) => page.getByRole('region', { name: 'Team' });

/** Invites somebody by the form of the settings, and opens an account for their address, as their hosted sign-up would. */
export async function invite(page: Page, role: string, name: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await team(page).getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Name (optional)').fill(name);
  await form.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await form.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(form).toHaveCount(0);
  await expect(team(page).getByRole('listitem').filter({ hasText: name })).toContainText('Invited, has not signed in yet');
  const [first_name, last_name] = name.split(' ');
  await askAuthProvider('/user/', { email, password: 'correct horse battery', email_confirmed: true, first_name, last_name });
  await press('propelauth', 'accept_invitations', { program: 'HEADWAY', email });
  return email;
}
