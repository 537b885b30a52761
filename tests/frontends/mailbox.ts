import { sandboxUrl } from './addresses.ts';
import { expect } from './fixtures.ts';

/** Returns the subjects of all mails to an address, newest first. */
async function subjectsTo(email: string): Promise<string[]> {
  const answer = await fetch(`${sandboxUrl()}/mail/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { messages: { subject: string }[] }).messages.map(({ subject }) => subject);
}

/** Waits until `times` mails with a matching subject have arrived; returns the newest subject. */
export async function expectMail(email: string, subject: RegExp, times = 1): Promise<string> {
  const found = async () => (await subjectsTo(email)).filter((one) => subject.test(one));
  await expect.poll(found, { timeout: 120_000 }).toHaveLength(times);
  return (await found())[0] ?? '';
}
