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
  const found = async () => (await mailsTo(email)).filter((one) => subject.test(one.subject));
  await expect.poll(found, { timeout: 120_000 }).toHaveLength(times);
  return (await found())[0]?.subject ?? '';
}

/** Waits for a mail with a matching subject; returns the newest. */
export async function newestMail(email: string, subject: RegExp): Promise<ReceivedMail> {
  const found = async () => (await mailsTo(email)).find((one) => subject.test(one.subject));
  await expect.poll(found, { timeout: 60_000 }).toBeTruthy();
  const mail = await found();
  if (!mail) throw new Error('the mail has gone');
  return mail;
}
