import { readFileSync } from 'node:fs';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { handle, Refusal } from '../../core/handle.ts';
import { html, sendPage } from '../../core/page.ts';
import { bankById } from '../banks.ts';
import type { PlaidState } from '../state.ts';
import { bankOwnPage, bankPageAnswered, windowPage } from './pages.ts';
import { beginSession, chooseAccount, enterAmounts, moveSession, type OpenSession, openSession, sendDeposits, signedIn, stepAtBank } from './session.ts';

const initializeScript = readFileSync(new URL('initialize.client.js', import.meta.url), 'utf8');

const field = ({ body }: Request, name: string): string => {
  const value: unknown = body?.[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Shows a refusal as a page, because people see these routes in a browser. */
const refusedPage: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof Refusal)) return next(error);
  response.status(error.status);
  const { error: message } = Object.assign({ error: 'That did not work.' }, error.body);
  sendPage(response, {
    title: 'Connect your bank',
    compact: true,
    body: html`<section class="panel"><h1>This window cannot go on</h1><p>${String(message)}</p></section>`,
  });
};

/** Serves the link window: its script for the product's page, its steps, and the page of a bank that has its own sign-in. */
export function linkRoutes(state: PlaidState): Router {
  const router = Router();

  router.get('/link-initialize.js', (_request, response) => {
    response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-cache' }).type('text/javascript').send(initializeScript);
  });

  router.get(
    '/link',
    handle(async ({ query }, response) => {
      const origin = new URL(String(query.origin)).origin;
      const back = typeof query.oauth_state_id === 'string' ? query.oauth_state_id : undefined;
      const session = await beginSession(state, String(query.token), origin, back);
      response.redirect(303, `link/${session.id}`);
    }),
  );

  router.get(
    '/link/:session',
    handle(async ({ params }, response) => sendPage(response, windowPage(await openSession(state, params.session ?? '')))),
  );

  /** Adds one step of the window: does its work in one transaction and shows the next step. */
  const step = (name: string, work: (opened: OpenSession, request: Request) => Promise<void>) =>
    router.post(
      `/link/:session/${name}`,
      handle(async (request, response: Response) => {
        const id = request.params.session ?? '';
        await state.core.store.transaction(async () => {
          await state.sessions.lock(id);
          const opened = await openSession(state, id);
          if (opened.session.step !== 'done') await work(opened, request);
        });
        response.redirect(303, `../${id}`);
      }),
    );

  step('bank', async ({ session }, request) => {
    const bank = bankById(field(request, 'bank_id'));
    await moveSession(state, session.id, bank ? { bank_id: bank.id, step: stepAtBank(bank) } : { problem: 'Choose a bank.' });
  });
  step('sign-in', async (opened, request) => {
    if (field(request, 'password') === 'wrong') return moveSession(state, opened.session.id, { problem: 'The name or the password is wrong.' });
    await signedIn(state, opened);
  });
  step('account', (opened, request) => chooseAccount(state, opened, field(request, 'mask')));
  step('numbers', (opened, request) => sendDeposits(state, opened, { routing: field(request, 'routing'), account: field(request, 'account') }));
  step('amounts', (opened, request) => enterAmounts(state, opened, [field(request, 'first'), field(request, 'second')]));

  const sessionOfBankPage = async ({ params }: Request): Promise<OpenSession> => {
    const session = await state.sessions.findOne({ oauth_state_id: params.state });
    if (!session) throw new Refusal(404, { error: 'This page of the bank is over.' });
    return openSession(state, session.id);
  };
  router.get(
    '/bank/:state',
    handle(async (request, response) => sendPage(response, bankOwnPage(await sessionOfBankPage(request)))),
  );
  router.post(
    '/bank/:state',
    handle(async (request, response) => {
      const opened = await sessionOfBankPage(request);
      await state.core.store.transaction(async () => {
        if (field(request, 'answer') === 'yes') await signedIn(state, opened);
        else await moveSession(state, opened.session.id, { problem: 'The bank was told no.' });
      });
      sendPage(response, bankPageAnswered(opened));
    }),
  );

  router.use(['/link', '/bank'], refusedPage);
  return router;
}
