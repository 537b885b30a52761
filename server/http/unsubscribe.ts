import { type Response, Router } from 'express';
import type { Deps } from '../services/deps.ts';
import { getsMondayMail, unsubscribeFromMondayMail } from '../services/mail/unsubscribe.ts';
import { mailPage, problemPage } from './mailPages.ts';
import { sendProblem } from './middleware/problems.ts';
import { type PlainContent, sendPlainPage } from './plainPage.ts';

const path = '/mails/unsubscribe/:token';

const show = (response: Response, content: Omit<PlainContent, 'link'>) => {
  const link = { label: 'Choose which mails you get', href: `${response.locals.program.siteUrl}/settings#mails` };
  sendPlainPage(response, { ...content, link });
};

const isOver = {
  heading: 'You no longer get the Monday summary',
  paragraphs: ['All other mails about your account go on. You can switch it on again at any time.'],
};

/**
 * Serves the address in the List-Unsubscribe header of the Monday mail (RFC 8058). A POST ends that mail without signing in,
 * as mailboxes send it. A GET only shows a button for the same: programs that scan mails follow every link in them.
 */
export function unsubscribeRouter(deps: Deps): Router {
  const router = Router();

  const answer = (act: Parameters<typeof mailPage>[1]) =>
    mailPage(deps, act, (response) =>
      show(response, {
        heading: 'This link does not work',
        paragraphs: ['Nothing was changed. Use the link of the newest mail, or sign in and choose there.'],
      }),
    );

  router.get(
    path,
    answer(async ({ params }, response) => {
      const isOn = await getsMondayMail(deps, response.locals.program, params.token);
      const paragraphs = ['You get it every Monday. All other mails about your account go on.'];
      show(response, isOn ? { heading: 'Stop the Monday summary?', paragraphs, button: 'Stop the Monday summary' } : isOver);
    }),
  );
  router.post(
    path,
    answer(async ({ params }, response) => {
      await unsubscribeFromMondayMail(deps, response.locals.program, params.token);
      show(response, isOver);
    }),
  );
  router.all(path, (_request, response) => {
    response.setHeader('Allow', 'GET, POST');
    sendProblem(response, 'method_not_allowed');
  });
  router.use(problemPage(deps.log));
  return router;
}
