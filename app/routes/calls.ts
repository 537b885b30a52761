import type { ActionFunctionArgs } from '@remix-run/node';
import type { postAgreement } from '../../server/contract/agreements.ts';
import type { deleteSlack, postSlack, postTestAlert, putAlerts } from '../../server/contract/alerts.ts';
import type { deleteFallbackBank, getPlaidAccount, postBank, postBankLinkToken, postFallbackBank } from '../../server/contract/bank.ts';
import type { postCalendarFeed } from '../../server/contract/calendar.ts';
import type { CallInput, CallName } from '../../server/contract/call.ts';
import type { getCardEmbedded, postCardActivation, putCardHold } from '../../server/contract/card.ts';
import type { postCard, postPhysicalCard } from '../../server/contract/cardIssue.ts';
import type {
  deleteCardRaise,
  patchOneCard,
  postCardClosing,
  postCardLoss,
  postCardRaise,
  postCardReissue,
  postCardRequest,
  postCardRequestAnswer,
  postCards,
  putCardControls,
} from '../../server/contract/cards.ts';
import type { getCashFlow } from '../../server/contract/cashFlow.ts';
import type { disconnectCommerce } from '../../server/contract/commerce.ts';
import type { postDrawArrangement, putDrawPreference } from '../../server/contract/drawPlan.ts';
import type { getMoneyBack, getSpending, getSubscriptions } from '../../server/contract/insights.ts';
import type { postKyb, postKybDocument, putKyb } from '../../server/contract/kyb.ts';
import type { getPayNow, postPayNow } from '../../server/contract/payNow.ts';
import type { getAccountingImport, getCardMonths } from '../../server/contract/reports.ts';
import type { postHandOver } from '../../server/contract/session.ts';
import type { getLimitWhatIf } from '../../server/contract/spendingPower.ts';
import type { deleteTeamMember, patchTeamMember, postTeamInvitation, putStoreStaffRole } from '../../server/contract/team.ts';
import { merchantOf } from '../merchant.server.ts';

type PageContract =
  | typeof postAgreement
  | typeof putKyb
  | typeof postKyb
  | typeof postKybDocument
  | typeof postBankLinkToken
  | typeof postBank
  | typeof postFallbackBank
  | typeof deleteFallbackBank
  | typeof getPlaidAccount
  | typeof postCard
  | typeof postPhysicalCard
  | typeof getCardEmbedded
  | typeof putCardHold
  | typeof postCardActivation
  | typeof postCards
  | typeof patchOneCard
  | typeof putCardControls
  | typeof postCardRaise
  | typeof deleteCardRaise
  | typeof postCardLoss
  | typeof postCardReissue
  | typeof postCardClosing
  | typeof postCardRequest
  | typeof postCardRequestAnswer
  | typeof putAlerts
  | typeof postSlack
  | typeof deleteSlack
  | typeof postTestAlert
  | typeof postTeamInvitation
  | typeof putStoreStaffRole
  | typeof patchTeamMember
  | typeof deleteTeamMember
  | typeof getCashFlow
  | typeof getPayNow
  | typeof postPayNow
  | typeof postCalendarFeed
  | typeof putDrawPreference
  | typeof postDrawArrangement
  | typeof disconnectCommerce
  | typeof getAccountingImport
  | typeof getCardMonths
  | typeof getSpending
  | typeof getSubscriptions
  | typeof getMoneyBack
  | typeof getLimitWhatIf
  | typeof postHandOver;

/** The calls that a page makes itself, because it waits for their effect. The loaders read everything else. */
const names: readonly CallName<PageContract>[] = [
  'POST /api/users/:token/agreements/:document',
  'PUT /api/users/:token/kyb',
  'POST /api/users/:token/kyb',
  'POST /api/users/:token/kyb/documents',
  'POST /api/users/:token/bank/link_token',
  'POST /api/users/:token/bank',
  'POST /api/users/:token/bank/fallback',
  'DELETE /api/users/:token/bank/fallback',
  'GET /api/users/:id/plaid_account',
  'POST /api/users/:token/card',
  'POST /api/users/:token/card/physical',
  'GET /api/lithic_card_embedded',
  'PUT /api/lithic_card/hold',
  'POST /api/lithic_card/activation',
  'POST /api/users/:token/cards',
  'PATCH /api/users/:token/cards/:card',
  'PUT /api/users/:token/cards/:card/controls',
  'POST /api/users/:token/cards/:card/raises',
  'DELETE /api/users/:token/cards/:card/raises/:raise',
  'POST /api/users/:token/cards/:card/loss',
  'POST /api/users/:token/cards/:card/reissue',
  'POST /api/users/:token/cards/:card/closing',
  'POST /api/users/:token/card_requests',
  'POST /api/users/:token/card_requests/:request/answer',
  'PUT /api/users/:token/alerts',
  'POST /api/users/:token/alerts/slack',
  'DELETE /api/users/:token/alerts/slack',
  'POST /api/users/:token/alerts/test',
  'POST /api/users/:token/team/invitations',
  'PUT /api/users/:token/team/store_staff',
  'PATCH /api/users/:token/team/:member',
  'DELETE /api/users/:token/team/:member',
  'GET /api/users/:token/cash_flow',
  'GET /api/users/:token/pay_now',
  'POST /api/users/:token/pay_now',
  'POST /api/users/:token/calendar/feed',
  'PUT /api/users/:token/draw_preference',
  'POST /api/users/:token/draw_arrangement',
  'POST /api/users/:token/commerce/disconnect',
  'GET /api/users/:token/accounting_import',
  'GET /api/users/:token/card_months',
  'GET /api/users/:token/insights/spending',
  'GET /api/users/:token/insights/subscriptions',
  'GET /api/users/:token/insights/money_back',
  'GET /api/users/:token/limit_what_if',
  'POST /api/receivers/hand_over',
];

/** Makes a page's call as its merchant, and returns the core's answer. The core checks the input by its contract, as it does for any caller. */
export async function action(visit: ActionFunctionArgs): Promise<Response> {
  const merchant = await merchantOf(visit);
  const asked: { name?: unknown; input?: unknown } = await visit.request.json().catch(() => ({}));
  const name = names.find((known) => known === asked?.name);
  if (name === undefined || typeof asked.input !== 'object' || asked.input === null) return new Response(null, { status: 404 });
  return Response.json(await merchant.attempt<PageContract>(name, asked.input as CallInput<PageContract>));
}
