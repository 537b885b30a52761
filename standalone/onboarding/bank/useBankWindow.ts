import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlaidHandler } from 'react-plaid-link';
import { useSearchParams } from 'react-router-dom';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import { keepOpener, loadLinkLibrary } from '../../../server/browser/linkScript.ts';
import type { FallbackBankAnswer, postBank, postBankLinkToken, postFallbackBank } from '../../../server/contract/bank.ts';
import type { BankRole } from '../../../server/domain/bank/bankRole.ts';
import { type BankChoice, choiceOf, explainBankExit, type LinkMode, mayBeSavedAgain, windowNotOpened } from '../../../server/domain/bank/bankWindow.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { pageDescription } from '../../page.ts';
import { present } from '../../present.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useStepDone } from '../stepDone.ts';
import { debitAuthorizationQuery } from './debitAuthorizationQuery.ts';
import { forgetLink, rememberedLink, rememberLink } from './rememberedLink.ts';

export interface BankWindow {
  open(mode: LinkMode): Promise<void>;
  /** Whether the window is being fetched, or the account chosen in it is being saved. */
  isBusy: boolean;
  /** Why the window was left, could not be opened, or could not be saved; for the merchant. */
  problem: CallFailure | null;
  /** Tries again to save the chosen account; null unless a save has failed that may succeed the next time. */
  saveAgain: (() => void) | null;
}

interface Opening {
  linkToken: string;
  mode: LinkMode;
  /** The address to which a bank's own page has returned. */
  receivedRedirectUri?: string;
  /** Gives the focus back where the window was opened. */
  giveBackFocus?: () => void;
}

/** The query parameter that a bank's own page adds when it sends the merchant back. */
const returnParameter = 'oauth_state_id';

/** The choice in the window, with the version of the debit authorization that was accepted with it. */
type AcceptedChoice = BankChoice & { authorization_version: string | null };

interface Linking {
  bank: BankRole;
  save(body: AcceptedChoice, idempotencyKey: string): Promise<void>;
}

/** Opens the bank provider's window for the account that repayments are drawn from, and saves the account chosen in it. */
export function useBankWindow(): BankWindow {
  const api = useApi();
  const stepDone = useStepDone();
  const { token } = useReceiver().receiver;
  return useWindow({
    bank: 'main',
    save: async (body, idempotencyKey) => stepDone(await api.call<typeof postBank>('POST /api/users/:token/bank', { params: { token }, body, idempotencyKey })),
  });
}

/** Does so for the second account. */
export function useSecondBankWindow(onSaved: (answer: FallbackBankAnswer) => Promise<void>): BankWindow {
  const api = useApi();
  const { token } = useReceiver().receiver;
  return useWindow({
    bank: 'fallback',
    save: async (body, idempotencyKey) =>
      onSaved(await api.call<typeof postFallbackBank>('POST /api/users/:token/bank/fallback', { params: { token }, body, idempotencyKey })),
  });
}

/** Opens the window as often as needed, and saves the account chosen in it once. */
function useWindow({ bank, save: send }: Linking): BankWindow {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, isMasquerading } = useReceiver();
  const [query, setQuery] = useSearchParams();
  const [isOpening, setIsOpening] = useState(false);
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const [choice, setChoice] = useState<BankChoice | null>(null);
  const handler = useRef<PlaidHandler | null>(null);
  const { token, id } = receiver;
  const debitAuthorization = debitAuthorizationQuery(api, token);

  const saving = useIntent(async (chosen: BankChoice, idempotencyKey) => {
    // Only the customer can authorize debits; a mere repair of the link needs no new authorization.
    const isAccepted = chosen.public_token !== null && !isMasquerading;
    const authorization_version = isAccepted ? (await queries.ensureQueryData(debitAuthorization)).offered.version : null;
    await send({ ...chosen, authorization_version }, idempotencyKey);
    await queries.invalidateQueries({ queryKey: debitAuthorization.queryKey });
  });
  // The window keeps the first callback it is given; the ref lets that callback save with the latest render's function.
  const save = useRef(saving.run);
  save.current = saving.run;

  const show = useCallback(async ({ linkToken, mode, receivedRedirectUri, giveBackFocus }: Opening) => {
    const library = await loadLinkLibrary(pageDescription(document).settings.bank_link_script_url);
    handler.current?.destroy();
    handler.current = library.create({
      token: linkToken,
      ...(receivedRedirectUri !== undefined && { receivedRedirectUri }),
      onSuccess(publicToken, { accounts }) {
        forgetLink();
        const chosen = choiceOf(mode, publicToken, accounts[0]?.id);
        setChoice(chosen);
        void save.current(chosen).then(({ ok }) => ok && setChoice(null));
      },
      onExit(error, metadata) {
        setProblem(new CallFailure({ code: 'window_closed', title: 'Not linked yet', detail: explainBankExit(error, metadata) }));
        giveBackFocus?.();
      },
    });
    handler.current.open();
  }, []);

  const attempt = useCallback(async (work: () => Promise<void>) => {
    setProblem(null);
    setIsOpening(true);
    await work().catch((failure: unknown) => setProblem(failure instanceof CallFailure ? failure : notOpened()));
    setIsOpening(false);
  }, []);

  const returned = query.get(returnParameter);
  const hasReturned = useRef(false);
  useEffect(() => {
    if (returned === null || hasReturned.current) return;
    const link = rememberedLink(id, present());
    // The window of the other account goes on by itself.
    if ((link?.bank ?? 'main') !== bank) return;
    hasReturned.current = true;
    const address = window.location.href;
    setQuery((now) => without(now, returnParameter), { replace: true });
    if (link === null) setProblem(returnedInAnotherBrowser());
    else void attempt(() => show({ ...link, receivedRedirectUri: address }));
  }, [returned, id, bank, setQuery, attempt, show]);

  useEffect(() => () => handler.current?.destroy(), []);

  return {
    open(mode) {
      const giveBackFocus = keepOpener();
      return attempt(async () => {
        saving.clear();
        const { link_token, expires_at } = await api.call<typeof postBankLinkToken>('POST /api/users/:token/bank/link_token', {
          params: { token },
          body: { mode, bank, redirect_path: window.location.pathname },
        });
        rememberLink({ receiverId: id, linkToken: link_token, expiresAt: expires_at, mode, bank });
        await show({ linkToken: link_token, mode, giveBackFocus });
      });
    },
    isBusy: isOpening || saving.isBusy,
    problem: saving.problem ?? problem,
    saveAgain: saving.problem && mayBeSavedAgain(saving.problem) && choice ? () => void saving.run(choice) : null,
  };
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete(name);
  return rest;
}

const notOpened = () => new CallFailure({ code: 'window_blocked', ...windowNotOpened });

const returnedInAnotherBrowser = () =>
  new CallFailure({
    status: 0,
    code: 'window_elsewhere',
    title: 'Welcome back from your bank',
    detail: 'You began in another browser. Open the window here and choose your bank once more to finish.',
  });
