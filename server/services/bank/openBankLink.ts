import { type BankRole, linkFirst } from '../../domain/bank/bankRole.ts';
import type { LinkMode } from '../../domain/bank/bankWindow.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { requireStep } from '../onboarding/requireStep.ts';
import { bankAccessToken, currentBankLink } from './bankLink.ts';

interface Window {
  mode: LinkMode;
  /** Which of the two banks a repair or a change is of. */
  role: BankRole;
  /** A path of the program's own site, to which a bank returns after sign-in on its own page. */
  redirectPath: string | undefined;
  program: CurrentProgram;
}

/** The pages that open the window, beside that of onboarding. */
const pagesWithWindow: readonly string[] = ['/', '/settings'];

/**
 * Returns the address to which a bank's own page returns. The provider refuses any that is not registered with it, and with it the
 * whole window: from another page, as when staff open the window for a customer, the bank's page opens in a tab beside it.
 */
function returnAddress(path: string | undefined, { onboardingPath, siteUrl }: CurrentProgram): { redirectUri?: string } {
  const isRegistered = path !== undefined && [...pagesWithWindow, onboardingPath].includes(path);
  return isRegistered ? { redirectUri: new URL(path, siteUrl).href } : {};
}

/**
 * Fetches the token that opens the bank's link window. Offers micro-deposits as far as the receiver may use them.
 * Throws `step_out_of_order` for a repair or a change when no bank is linked.
 */
export async function openBankLink(
  deps: Deps,
  view: ReceiverView,
  { mode, role, redirectPath, program }: Window,
): Promise<{ link_token: string; expires_at: string }> {
  await requireStep(deps, view, 'BANK_LINK');
  const { receiver, scope } = view;
  const base = {
    clientName: program.name,
    userId: receiver.id,
    webhookUrl: `${deps.config.publicUrl}/webhooks/plaid`,
    ...returnAddress(redirectPath, program),
  };
  const mayUseMicrodeposits = receiver.can_connect_with_microdeposits;
  const microdeposits = {
    sameDay: mayUseMicrodeposits && receiver.same_day_microdeposits_enabled,
    automated: mayUseMicrodeposits && receiver.automated_microdeposits_enabled,
  };
  const { linkToken, expiresAt } = await deps.providers.bank.createLinkToken(
    mode === 'link'
      ? { ...base, mode, microdeposits, asksForTransactions: receiver.can_use_plaid_transactions }
      : { ...base, mode, accessToken: await tokenToRepair() },
  );
  return { link_token: linkToken, expires_at: expiresAt.toISOString() };

  async function tokenToRepair(): Promise<string> {
    const link = await currentBankLink(deps.database, scope, role);
    const token = link && bankAccessToken(deps, scope, link);
    if (!token) throw new DomainError('step_out_of_order', { reason: linkFirst[role] });
    return token;
  }
}
