import { sandboxUrl } from './addresses.ts';
import { expect } from './fixtures.ts';

/** The subjects of all mails to somebody, newest first. */
async function subjectsTo(email: string): Promise<string[]> {
  const answer = await fetch(`${sandboxUrl()}/mail/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { messages: { subject: string }[] }).messages.map(({ subject }) => subject);
}

/** Waits until as many mails with such a subject have arrived; answers the newest subject. */
export async function expectMail(email: string, subject: RegExp, times = 1): Promise<string> {
  const found = async () => (await subjectsTo(email)).filter((one) => subject.test(one));
  await expect.poll(found, { timeout: 120_000 }).toHaveLength(times);
  return (await found())[0] ?? '';
}
