import { randomUUID } from 'node:crypto';
import { AccountSubtype, AccountBaseVerificationStatusEnum as Verification } from 'plaid';
import { Refusal } from '../../core/handle.ts';
import { type Bank, type BankAccountPlan, bankById } from '../banks.ts';
import { newAccount, newItem, newPublicToken } from '../items.ts';
import type { LinkResult, LinkSession, PlaidState, StoredAccount, StoredItem, StoredLinkToken } from '../state.ts';

const maximumWrongTries = 3;

const gone = (message: string) => new Refusal(404, { error: message });

export interface OpenSession {
  session: LinkSession;
  token: StoredLinkToken;
  /** The item being repaired or changed; undefined for a first link. */
  item: StoredItem | undefined;
  bank: Bank | undefined;
}

/** Returns a window's session with all that it is about. Refuses one that is over. */
export async function openSession(state: PlaidState, id: string): Promise<OpenSession> {
  const session = await state.sessions.get(id);
  const token = session && (await state.linkTokens.get(session.link_token));
  if (!session || !token) throw gone('This link window is over.');
  const item = token.item_id === null ? undefined : await state.items.get(token.item_id);
  return { session, token, item, bank: bankById(session.bank_id) };
}

/** Begins a window: at the choice of a bank, or, for an existing link, at the step that needs its owner. */
export async function beginSession(state: PlaidState, linkToken: string, origin: string, oauthStateId?: string): Promise<LinkSession> {
  const back = oauthStateId === undefined ? undefined : await state.sessions.findOne({ oauth_state_id: oauthStateId, link_token: linkToken });
  if (back) return back;
  const token = await state.linkTokens.get(linkToken);
  if (!token) throw gone('This link token is not known.');
  if (token.expires <= state.now()) throw gone('This link token has expired.');
  const item = token.item_id === null ? undefined : await state.items.get(token.item_id);
  const bank = bankById(item?.institution_id);
  const session: LinkSession = {
    id: randomUUID(),
    link_token: linkToken,
    origin,
    step: firstStep(item, bank),
    bank_id: bank?.id ?? null,
    oauth_state_id: randomUUID(),
    problem: null,
    result: null,
  };
  await state.sessions.insert(session.id, session);
  return session;
}

function firstStep(item: StoredItem | undefined, bank: Bank | undefined): LinkSession['step'] {
  if (!item || !bank) return 'banks';
  if (item.accounts.some(({ deposits }) => deposits !== null)) return 'amounts';
  return stepAtBank(bank);
}

/** Returns the step at which a bank identifies its customer. */
export function stepAtBank(bank: Bank): LinkSession['step'] {
  if (bank.signIn === 'page') return 'bank_page';
  return bank.signIn === 'deposits' ? 'numbers' : 'sign_in';
}

/** Changes a session. A problem told before is over. */
export async function moveSession(state: PlaidState, id: string, change: Partial<LinkSession>): Promise<void> {
  await state.sessions.update(id, (session) => ({ ...session, problem: null, ...change }));
}

function resultOf(bank: Bank, item: StoredItem, sessionId: string, publicToken: string | null): LinkResult {
  return {
    public_token: publicToken,
    metadata: {
      institution: { name: bank.name, institution_id: bank.id },
      accounts: item.accounts.map(({ base }) => ({
        id: base.account_id,
        name: base.name,
        mask: base.mask,
        type: base.type,
        subtype: base.subtype,
        verification_status: base.verification_status ?? null,
        class_type: null,
      })),
      link_session_id: sessionId,
      transfer_status: null,
    },
  };
}

const finish = (state: PlaidState, id: string, result: LinkResult) => moveSession(state, id, { step: 'done', result });

/** Returns the bank's accounts that the link token's filter allows. */
export function accountsOffered({ token, bank }: OpenSession): BankAccountPlan[] {
  const wanted: readonly string[] = token.request.account_filters?.depository?.account_subtypes ?? [AccountSubtype.Checking, AccountSubtype.Savings];
  return (bank?.accounts ?? []).filter(({ subtype }) => wanted.includes(subtype) || wanted.includes('all'));
}

/** Continues after the sign-in: a repair that changes no account is complete; anything else goes on to choose an account. */
export async function signedIn(state: PlaidState, opened: OpenSession): Promise<void> {
  const { session, token, item, bank } = opened;
  if (!item || !bank || token.request.update?.account_selection_enabled) return moveSession(state, session.id, { step: 'accounts' });
  const repaired = await state.items.update(item.item_id, (current) => ({ ...current, error: null }));
  if (repaired) await finish(state, session.id, resultOf(bank, repaired, session.id, await newPublicToken(state, item.item_id)));
}

/** Links the chosen account: creates a new item, or changes the existing one and keeps its access token. */
export async function chooseAccount(state: PlaidState, opened: OpenSession, mask: string): Promise<void> {
  const { session, token, item, bank } = opened;
  const plan = accountsOffered(opened).find((one) => one.mask === mask);
  if (!bank || !plan) return moveSession(state, session.id, { problem: 'Choose one of the accounts.' });
  const now = state.now();
  if (item) {
    const kept = item.accounts.find(({ base }) => base.mask === mask);
    const changed = await state.items.update(item.item_id, (current) => ({ ...current, error: null, accounts: [kept ?? newAccount(bank, plan, { now })] }));
    if (changed) await finish(state, session.id, resultOf(bank, changed, session.id, await newPublicToken(state, changed.item_id)));
    return;
  }
  await finishNewItem(state, { session, token, bank, accounts: [newAccount(bank, plan, { now })], method: 'INSTANT_AUTH' });
}

/** Returns every product that a link token names, with or without its own extraction. */
const productsOf = ({ products, required_if_supported_products, optional_products, additional_consented_products }: StoredLinkToken['request']): string[] =>
  [products, required_if_supported_products, optional_products, additional_consented_products].flatMap((named) => named ?? []);

async function finishNewItem(
  state: PlaidState,
  {
    session,
    token,
    bank,
    accounts,
    method,
  }: { session: LinkSession; token: StoredLinkToken; bank: Bank; accounts: StoredAccount[]; method: StoredItem['auth_method'] },
): Promise<void> {
  const item = newItem({
    bank,
    accounts,
    clientUserId: token.request.user?.client_user_id ?? '',
    webhook: token.request.webhook ?? null,
    now: state.now(),
    method,
    products: productsOf(token.request),
  });
  await state.items.insert(item.item_id, item);
  await finish(state, session.id, resultOf(bank, item, session.id, await newPublicToken(state, item.item_id)));
}

/** Returns the kinds of small deposit that the link token allows; with none, the bank cannot be linked with it. */
export function depositsAllowed({ token }: OpenSession): { sameDay: boolean; automated: boolean } {
  const { same_day_microdeposits_enabled = false, automated_microdeposits_enabled = false } = token.request.auth ?? {};
  return { sameDay: same_day_microdeposits_enabled, automated: automated_microdeposits_enabled };
}

export const noDeposits = 'This program does not take banks that need deposits.';

/** Starts verification of typed account and routing numbers: sends deposits that the holder enters, or that verify automatically. */
export async function sendDeposits(state: PlaidState, opened: OpenSession, numbers: { routing: string; account: string }): Promise<void> {
  const { session, token, bank } = opened;
  const { sameDay, automated } = depositsAllowed(opened);
  if (!bank || !(sameDay || automated)) return moveSession(state, session.id, { problem: noDeposits });
  if (!/^\d{9}$/.test(numbers.routing) || !/^\d{4,17}$/.test(numbers.account)) {
    return moveSession(state, session.id, { problem: 'A routing number has nine digits, an account number 4 to 17.' });
  }
  const plan = bank.accounts[0];
  if (!plan) return;
  const pending = sameDay ? Verification.PendingManualVerification : Verification.PendingAutomaticVerification;
  const account = newAccount({ ...bank, routing: numbers.routing }, plan, { now: state.now(), pending, number: numbers.account });
  await finishNewItem(state, { session, token, bank, accounts: [account], method: sameDay ? 'SAME_DAY_MICRODEPOSITS' : 'AUTOMATED_MICRODEPOSITS' });
}

const centsOfTyped = (typed: string): number => Math.round(Number(typed.replace(/^\$/, '')) * 100);

/** Checks the two entered deposits: the right amounts in either order verify the account; three wrong tries fail for good. */
export async function enterAmounts(state: PlaidState, opened: OpenSession, typed: readonly string[]): Promise<void> {
  const { session, item, bank } = opened;
  const waiting = item?.accounts.find(({ deposits }) => deposits !== null);
  if (!item || !bank || !waiting?.deposits) throw gone('No deposits are waiting to be entered.');
  const { cents, wrongTries } = waiting.deposits;
  const right = typed.map(centsOfTyped).sort().join() === [...cents].sort().join();
  if (!right && wrongTries + 1 < maximumWrongTries) {
    await state.items.update(item.item_id, (current) => withAccount(current, waiting, { ...waiting, deposits: { cents, wrongTries: wrongTries + 1 } }));
    return moveSession(state, session.id, { problem: `These are not the amounts. ${maximumWrongTries - wrongTries - 1} tries left.` });
  }
  const verification_status = right ? Verification.ManuallyVerified : Verification.VerificationFailed;
  const decided: StoredAccount = { ...waiting, deposits: null, verifying_since: null, base: { ...waiting.base, verification_status } };
  const changed = await state.items.update(item.item_id, (current) => withAccount(current, waiting, decided));
  if (changed) await finish(state, session.id, resultOf(bank, changed, session.id, null));
}

function withAccount(item: StoredItem, before: StoredAccount, after: StoredAccount): StoredItem {
  return { ...item, accounts: item.accounts.map((account) => (account.base.account_id === before.base.account_id ? after : account)) };
}
