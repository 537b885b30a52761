import { sandboxUrl } from './addresses.ts';
import { expect } from './fixtures.ts';

interface ReceivedMail {
  subject: string;
  text: string;
}

/** Returns all mails to an address, newest first. */
async function mailsTo(email: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${sandboxUrl()}/mail/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { messages: ReceivedMail[] }).messages;
}

/** Waits until `times` mails with a matching subject have arrived; returns the newest subject. */
export async function expectMail(email: string, subject: RegExp, times = 1): Promise<string> {
  const found = () => findMails(email, subject);
  await expect.poll(found, { timeout: 120_000 }).toHaveLength(times);
  return (await found())[0]?.subject ?? '';
}

/** Returns the mails with a matching subject that are there, newest first. */
export const findMails = async (email: string, subject: RegExp): Promise<ReceivedMail[]> => (await mailsTo(email)).filter((one) => subject.test(one.subject));

/** Waits for a mail with a matching subject; returns the newest. */
export async function newestMail(email: string, subject: RegExp): Promise<ReceivedMail> {
  const found = async () => (await findMails(email, subject))[0];
  await expect.poll(found, { timeout: 60_000 }).toBeDefined();
  const mail = await found();
  if (!mail) throw new Error('the mail has gone');
  return mail;
}

/** Waits for a mail and returns the address of its link to one of the pages that work without signing in. */
export async function linkInMail(kind: 'confirm' | 'sign_in', email: string, subject: RegExp): Promise<string> {
  const { text } = await newestMail(email, subject);
  const [link] = new RegExp(`http\\S+/mails/${kind}/[\\w.-]+`).exec(text) ?? [];
  if (link === undefined) throw new Error(`the mail has no link to ${kind}: ${text}`);
  return link;
}
