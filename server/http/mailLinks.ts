import express, { Router } from 'express';
import { isUnstorable } from '../domain/basics/storableText.ts';
import { confirmContactEmail } from '../services/contact/contactEmail.ts';
import { readMailLink } from '../services/contact/mailLinks.ts';
import type { Deps } from '../services/deps.ts';
import { requestSignInMail, useSignInLink } from '../services/signIn/signInByMail.ts';
import { mailPage, problemPage } from './mailPages.ts';
import { countCall, limitAddress } from './middleware/rateLimit.ts';
import { sendPlainPage } from './plainPage.ts';

const noSuchSignIn = {
  heading: 'This link does not work',
  paragraphs: ['It works once and for a limited time. Ask for another one.'],
  link: { label: 'Get a sign-in link', href: '/mails/sign_in' },
};

const noSuchConfirmation = {
  heading: 'This link does not work',
  paragraphs: [
    'It works for a limited time, and for the last address that was given. Have another one mailed from your settings, in your store’s app or here.',
  ],
  link: { label: 'Open your settings', href: '/settings' },
};

/**
 * Serves the pages of links in mails that work without signing in. A GET changes nothing, because programs that scan mails
 * follow every link in them; its button does.
 */
export function mailLinksRouter(deps: Deps): Router {
  const router = Router();
  const confirming = (act: Parameters<typeof mailPage>[1]) => mailPage(deps, act, (response) => sendPlainPage(response, noSuchConfirmation));
  const signingIn = (act: Parameters<typeof mailPage>[1], limit: 'address' | 'handIn' = 'address') =>
    mailPage(deps, act, (response) => sendPlainPage(response, noSuchSignIn), limit);

  const confirm = '/mails/confirm/:token';
  router.get(
    confirm,
    confirming(({ params }, response) => {
      const { email } = readMailLink(deps, response.locals.program, 'confirm_email', params.token);
      sendPlainPage(response, {
        heading: 'Is this your address?',
        paragraphs: [`Mails about your account go to ${email} once you confirm it.`],
        button: 'Confirm',
      });
    }),
  );
  router.post(
    confirm,
    confirming(async ({ params }, response) => {
      const email = await confirmContactEmail(deps, response.locals.program, params.token);
      sendPlainPage(response, { heading: 'Your address is confirmed', paragraphs: [`Mails about your account go to ${email}.`] });
    }),
  );

  const signIn = '/mails/sign_in/:token';
  router.get(
    signIn,
    signingIn(({ params }, response) => {
      const { email } = readMailLink(deps, response.locals.program, 'sign_in', params.token);
      const paragraphs = [`This signs you in to the account that your store opened, as ${email}.`];
      sendPlainPage(response, { heading: `Sign in to ${response.locals.program.name}`, paragraphs, button: 'Sign in' });
    }),
  );
  router.post(
    signIn,
    signingIn(async ({ params }, response) => {
      const href = await useSignInLink(deps, response.locals.program, params.token);
      const paragraphs = ['Once you are signed in, set a password in your account, and you can sign in at any time.'];
      sendPlainPage(response, { heading: 'Your address is confirmed', paragraphs, link: { label: 'Continue to your account', href } });
    }, 'handIn'),
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
    signingIn((_request, response) => sendPlainPage(response, ask)),
  );
  router.post(
    '/mails/sign_in',
    limitAddress(deps, 'mailLink'),
    express.urlencoded({ extended: false, limit: '4kb' }),
    signingIn(async ({ body }, response) => {
      const email = typeof body?.email === 'string' && !isUnstorable(body.email) ? body.email.trim().toLowerCase().slice(0, 254) : '';
      await countCall(deps, 'mailLink', `mail to ${email}`);
      await requestSignInMail(deps, response.locals.program, email);
      const paragraphs = ['If mails about an account go to this address, a link is on its way. It works once, within an hour. Look into your spam folder too.'];
      sendPlainPage(response, { heading: 'Look into your mailbox', paragraphs });
    }),
  );
  router.use(problemPage(deps.log));
  return router;
}
