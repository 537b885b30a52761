import { useEffect, useRef, useState } from 'react';
import type { PlaidHandler } from 'react-plaid-link';
import { CallFailure, type Outcome } from '../../../server/browser/callFailure.ts';
import { keepOpener, loadLinkLibrary } from '../../../server/browser/linkScript.ts';
import type { postBank, postBankLinkToken, postFallbackBank } from '../../../server/contract/bank.ts';
import type { CallInput } from '../../../server/contract/call.ts';
import type { BankRole } from '../../../server/domain/bank/bankRole.ts';
import { type BankChoice, choiceOf, explainBankExit, type LinkMode, mayBeSavedAgain, windowNotOpened } from '../../../server/domain/bank/bankWindow.ts';
import { callCore } from '../../call.ts';
import { useEffectCall } from '../../useEffectCall.ts';

export interface BankWindow {
  open(mode: LinkMode): Promise<void>;
  /** Whether the window is being fetched, or the account chosen in it is being saved. */
  isBusy: boolean;
  /** Why the window was left without a choice, for the reader; null when it was not. */
  left: string | null;
  /** Why the window could not be opened, or the choice could not be saved. */
  problem: CallFailure | null;
  /** Tries again to save the chosen account; null unless a save has failed that may succeed the next time. */
  saveAgain: (() => void) | null;
}

/**
 * Opens the bank provider's window over the page, as often as needed, and saves the account chosen in it once. A bank that signs in
 * on its own page opens it in another tab and returns to the window, so the frame never navigates elsewhere.
 */
export function useBankWindow(token: string, scriptUrl: string, authorizationVersion: string, bank: BankRole = 'main'): BankWindow {
  const [isOpening, setIsOpening] = useState(false);
  const [left, setLeft] = useState<string | null>(null);
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const [choice, setChoice] = useState<BankChoice | null>(null);
  const handler = useRef<PlaidHandler | null>(null);

  const saving = useEffectCall((chosen: BankChoice, idempotencyKey) => {
    // A mere repair of the link needs no new authorization.
    const authorization_version = chosen.public_token === null ? null : authorizationVersion;
    return saveChoice(bank, { params: { token }, body: { ...chosen, authorization_version }, idempotencyKey });
  }, 'Your bank account is saved');
  // The window keeps the first callback it is given; the ref lets that callback save with the latest render's function.
  const save = useRef(saving.run);
  save.current = saving.run;

  useEffect(() => () => handler.current?.destroy(), []);

  async function show(linkToken: string, mode: LinkMode, giveBackFocus: () => void) {
    const library = await loadLinkLibrary(scriptUrl).catch(() => null);
    if (!library) return setProblem(new CallFailure({ code: 'window_blocked', ...windowNotOpened }));
    handler.current?.destroy();
    handler.current = library.create({
      token: linkToken,
      onSuccess(publicToken, { accounts }) {
        const chosen = choiceOf(mode, publicToken, accounts[0]?.id);
        setChoice(chosen);
        void save.current(chosen).then(({ ok }) => ok && setChoice(null));
      },
      onExit(error, metadata) {
        setLeft(explainBankExit(error, metadata));
        giveBackFocus();
      },
    });
    handler.current.open();
  }

  return {
    async open(mode) {
      const giveBackFocus = keepOpener();
      setProblem(null);
      setLeft(null);
      saving.clear();
      setIsOpening(true);
      const opened = await callCore<typeof postBankLinkToken>('POST /api/users/:token/bank/link_token', { params: { token }, body: { mode, bank } });
      if (opened.ok) await show(opened.value.link_token, mode, giveBackFocus);
      else setProblem(opened.problem);
      setIsOpening(false);
    },
    isBusy: isOpening || saving.isBusy,
    left,
    problem: saving.problem ?? problem,
    saveAgain: saving.problem && mayBeSavedAgain(saving.problem) && choice ? () => void saving.run(choice) : null,
  };
}

function saveChoice(bank: BankRole, input: CallInput<typeof postBank>): Promise<Outcome<unknown>> {
  return bank === 'main'
    ? callCore<typeof postBank>('POST /api/users/:token/bank', input)
    : callCore<typeof postFallbackBank>('POST /api/users/:token/bank/fallback', input);
}
