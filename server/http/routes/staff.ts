import {
  deleteSpendingPowerOverride,
  getAccessLog,
  getAudit,
  getCustomer,
  getCustomerCards,
  getCustomers,
  getCustomerTeam,
  getDifferences,
  getRepaymentCsv,
  getSharedIdentities,
  getSpendingPowerOverride,
  postAdminAction,
  postClosing,
  postDifferenceSettled,
  postManualRow,
  postMasqueradeEnd,
  postNote,
  postReplay,
  postSharedIdentityClear,
  postStrayTransferSettled,
  putAccountTerms,
  putSpendingPowerOverride,
} from '../../contract/staff.ts';
import { cents } from '../../domain/basics/money.ts';
import { endMasquerade } from '../../services/access/masquerade.ts';
import { readLedger } from '../../services/ledger/readLedger.ts';
import { presentReceiver } from '../../services/profile/presentReceiver.ts';
import { readSpendingPowerForStaff } from '../../services/spendingPower/readSpendingPower.ts';
import { addManualRow } from '../../services/staff/addManualRow.ts';
import { closeAccount } from '../../services/staff/closeAccount.ts';
import { readDifferences, settleDifference, settleStrayTransfer } from '../../services/staff/differences.ts';
import { findCustomers } from '../../services/staff/findCustomers.ts';
import { readInbox, replayWebhookEvent } from '../../services/staff/inbox.ts';
import { readNotes, writeNote } from '../../services/staff/notes.ts';
import { overrideSpendingPower, readSpendingPowerOverride } from '../../services/staff/overrideSpendingPower.ts';
import { readAccessLog } from '../../services/staff/readAccessLog.ts';
import { readAudit } from '../../services/staff/readAudit.ts';
import { readCustomerCards, readHomeCard } from '../../services/staff/readCustomerCards.ts';
import { readTimeline } from '../../services/staff/readTimeline.ts';
import { runAdminAction } from '../../services/staff/runAdminAction.ts';
import { setAccountTerms } from '../../services/staff/setAccountTerms.ts';
import { clearSharedIdentity, listSharedIdentities, readSharedIdentities } from '../../services/staff/sharedIdentities.ts';
import { readCustomerTeam } from '../../services/team/readTeam.ts';
import { orderFile } from '../orderFile.ts';
import { route } from '../route.ts';

export const staffRoutes = [
  route(
    getCustomers,
    (deps) =>
      async ({ caller, query }) =>
        findCustomers(deps, caller, query),
  ),
  route(postAdminAction, (deps) => async ({ caller, view, params, body, origin }) => {
    const { action } = params;
    const { reason, confirmation, override_fraud: overrideFraud } = body;
    const done = await runAdminAction(deps, caller, view, { action, reason, confirmation, overrideFraud, origin });
    return { receiver: await presentReceiver(deps, caller, done.view), changed: done.changed, opens: done.opens };
  }),
  route(getRepaymentCsv, (deps) => (call) => orderFile(deps, getRepaymentCsv, call)),
  route(
    getSpendingPowerOverride,
    (deps) =>
      async ({ view }) =>
        readSpendingPowerOverride(deps, view),
  ),
  route(putSpendingPowerOverride, (deps) => async ({ caller, view, body, origin }) => {
    const expires_at = body.expires_at === null ? null : new Date(body.expires_at);
    const seen = await overrideSpendingPower(deps, caller, view, { ...body, expires_at, origin });
    return presentReceiver(deps, caller, seen);
  }),
  route(deleteSpendingPowerOverride, (deps) => async ({ caller, view, body, origin }) => {
    const seen = await overrideSpendingPower(deps, caller, view, { ...body, override_cents: null, expires_at: null, origin });
    return presentReceiver(deps, caller, seen);
  }),
  route(putAccountTerms, (deps) => async ({ caller, view, body: { reason, ...terms }, origin }) => {
    const given = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
    return presentReceiver(deps, caller, await setAccountTerms(deps, caller, view, { terms: given, reason, origin }));
  }),
  route(
    getAudit,
    (deps) =>
      async ({ view, query }) =>
        readAudit(deps, view, query.before),
  ),
  route(getCustomer, (deps) => async ({ caller, view }) => {
    const [receiver, home_card, timeline, ledger, spending_power, inbox, notes, shared_identities] = await Promise.all([
      presentReceiver(deps, caller, view),
      readHomeCard(deps, view),
      readTimeline(deps, view),
      readLedger(deps, view),
      readSpendingPowerForStaff(deps, view),
      readInbox(deps, view),
      readNotes(deps, view),
      readSharedIdentities(deps, view),
    ]);
    return { receiver, home_card, timeline, ledger, spending_power, inbox, notes, shared_identities };
  }),
  route(
    getCustomerCards,
    (deps) =>
      ({ view }) =>
        readCustomerCards(deps, view),
  ),
  route(
    getCustomerTeam,
    (deps) =>
      ({ view }) =>
        readCustomerTeam(deps, view),
  ),
  route(
    getDifferences,
    (deps) =>
      async ({ caller }) =>
        readDifferences(deps, caller),
  ),
  route(
    postDifferenceSettled,
    (deps) =>
      async ({ caller, view, params, origin }) =>
        settleDifference(deps, caller, view, { id: params.id, origin }),
  ),
  route(
    postStrayTransferSettled,
    (deps) =>
      async ({ caller, params, origin }) =>
        settleStrayTransfer(deps, caller, { id: params.id, origin }),
  ),
  route(
    getSharedIdentities,
    (deps) =>
      async ({ caller }) =>
        listSharedIdentities(deps, caller),
  ),
  route(
    postSharedIdentityClear,
    (deps) =>
      async ({ caller, view, params, body, origin }) =>
        clearSharedIdentity(deps, caller, view, { id: params.id, reason: body.reason, origin }),
  ),
  route(
    postNote,
    (deps) =>
      async ({ caller, view, body, origin }) =>
        writeNote(deps, caller, view, { text: body.text, origin }),
  ),
  route(
    postManualRow,
    (deps) =>
      async ({ caller, view, body, origin }) =>
        addManualRow(deps, caller, view, { ...body, amount_cents: cents(body.amount_cents), origin }),
  ),
  route(
    postClosing,
    (deps) =>
      async ({ caller, view, body, origin }) =>
        closeAccount(deps, caller, view, { ...body, origin }),
  ),
  route(
    postReplay,
    (deps) =>
      async ({ caller, view, params, origin }) =>
        replayWebhookEvent(deps, caller, view, { provider: params.provider, event_id: params.event_id, origin }),
  ),
  route(postMasqueradeEnd, (deps) => async ({ caller, view, origin }) => ({ ended: await endMasquerade(deps, caller, view.scope, origin) })),
  route(
    getAccessLog,
    (deps) =>
      async ({ view }) =>
        readAccessLog(deps, view),
  ),
];
