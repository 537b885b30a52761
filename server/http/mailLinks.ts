import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { DomainError } from '../domain/basics/errors.ts';
import { isUnstorable } from '../domain/basics/storableText.ts';
import { addressOfSignInLink, requestSignInMail, useSignInLink } from '../services/access/signInByMail.ts';
import { addressToConfirm, confirmContactEmail } from '../services/contact/contactEmail.ts';
import type { Deps } from '../services/deps.ts';
import { countCall, limitAddress } from './middleware/rateLimit.ts';
import { sendPlainPage } from './plainPage.ts';

const noLongerGood = {
  heading: 'This link does not work',
  paragraphs: ['It works once and for a limited time. Ask for another one.'],
  link: { label: 'Get a sign-in link', href: '/mails/sign_in' },
};

/**
 * Serves the pages of links in mails that work without signing in. A GET changes nothing, because programs that scan mails
 * follow every link in them; its button does.
 */
export function mailLinksRouter(deps: Deps): Router {
  const router = Router();
  const answer =
    (act: (request: Request<{ token: string }>, response: Response) => Promise<void> | void): RequestHandler<{ token: string }> =>
    async (request, response, next) => {
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('X-Robots-Tag', 'noindex');
      try {
        await act(request, response);
      } catch (failure) {
        if (!(failure instanceof DomainError) || failure.code !== 'not_found') return next(failure);
        response.status(404);
        sendPlainPage(response, noLongerGood);
      }
    };

  const confirm = '/mails/confirm/:token';
  router.get(
    confirm,
    limitAddress(deps),
    answer(({ params }, response) => {
      const email = addressToConfirm(deps, response.locals.program, params.token);
      sendPlainPage(response, {
        heading: 'Is this your address?',
        paragraphs: [`Mails about your account go to ${email} once you confirm it.`],
        button: 'Confirm',
      });
    }),
  );
  router.post(
    confirm,
    limitAddress(deps),
    answer(async ({ params }, response) => {
      const email = await confirmContactEmail(deps, response.locals.program, params.token);
      sendPlainPage(response, { heading: 'Your address is confirmed', paragraphs: [`Mails about your account go to ${email}.`] });
    }),
  );

  const signIn = '/mails/sign_in/:token';
  router.get(
    signIn,
    limitAddress(deps),
    answer(({ params }, response) => {
      const email = addressOfSignInLink(deps, response.locals.program, params.token);
      const paragraphs = [`This signs you in to the account that your store opened, as ${email}.`];
      sendPlainPage(response, { heading: `Sign in to ${response.locals.program.name}`, paragraphs, button: 'Sign in' });
    }),
  );
  router.post(
    signIn,
    limitAddress(deps, 'handIn'),
    answer(async ({ params }, response) => {
      const href = await useSignInLink(deps, response.locals.program, params.token);
      const paragraphs = ['Once you are signed in, set a password in your account, and you can sign in at any time.'];
      sendPlainPage(response, { heading: 'Your address is confirmed', paragraphs, link: { label: 'Continue to your account', href } });
    }),
  );

  const ask = {
    heading: 'Sign in by mail',
    paragraphs: [
      'Your store opened your account? Enter the address to which we mail, and we send you a link that signs you in, also after you have uninstalled the app.',
    ],
    field: { name: 'email', label: 'Email', type: 'email' },
    button: 'Send me a link',
  };
  router.get(
    '/mails/sign_in',
    limitAddress(deps),
    answer((_request, response) => sendPlainPage(response, ask)),
  );
  router.post(
    '/mails/sign_in',
    limitAddress(deps, 'mailLink'),
    express.urlencoded({ extended: false, limit: '4kb' }),
    answer(async ({ body }, response) => {
      const email = typeof body?.email === 'string' && !isUnstorable(body.email) ? body.email.trim().toLowerCase().slice(0, 254) : '';
      await countCall(deps, 'mailLink', `mail to ${email}`);
      await requestSignInMail(deps, response.locals.program, email);
      const paragraphs = ['If mails about an account go to this address, a link is on its way. It works once, within an hour. Look into your spam folder too.'];
      sendPlainPage(response, { heading: 'Look into your mailbox', paragraphs });
    }),
  );
  return router;
}
