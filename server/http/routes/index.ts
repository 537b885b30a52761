import type { Route } from '../route.ts';
import { agreementRoutes } from './agreements.ts';
import { alertRoutes } from './alerts.ts';
import { bankRoutes } from './bank.ts';
import { calendarRoutes } from './calendar.ts';
import { cardRoutes } from './card.ts';
import { cardIssueRoutes } from './cardIssue.ts';
import { cardsRoutes } from './cards.ts';
import { cashFlowRoutes } from './cashFlow.ts';
import { commerceRoutes } from './commerce.ts';
import { contactEmailRoutes } from './contactEmail.ts';
import { creditRoutes } from './credit.ts';
import { debitAuthorizationRoutes } from './debitAuthorization.ts';
import { drawPlanRoutes } from './drawPlan.ts';
import { eventRoutes } from './events.ts';
import { insightsRoutes } from './insights.ts';
import { kybRoutes } from './kyb.ts';
import { payNowRoutes } from './payNow.ts';
import { programRoutes } from './program.ts';
import { receiverRoutes } from './receiver.ts';
import { reportRoutes } from './reports.ts';
import { sessionRoutes } from './session.ts';
import { shopRoutes } from './shop.ts';
import { shopOrderRoutes } from './shopOrder.ts';
import { spendingPowerRoutes } from './spendingPower.ts';
import { staffRoutes } from './staff.ts';
import { storeStaffRoutes } from './storeStaff.ts';
import { teamRoutes } from './team.ts';
import { transactionRoutes } from './transactions.ts';

/** Every declared call of the API. */
export const routes: readonly Route[] = [
  ...programRoutes,
  ...sessionRoutes,
  ...storeStaffRoutes,
  ...receiverRoutes,
  ...teamRoutes,
  ...contactEmailRoutes,
  ...alertRoutes,
  ...eventRoutes,
  ...agreementRoutes,
  ...kybRoutes,
  ...bankRoutes,
  ...debitAuthorizationRoutes,
  ...commerceRoutes,
  ...cardIssueRoutes,
  ...cardRoutes,
  ...cardsRoutes,
  ...payNowRoutes,
  ...drawPlanRoutes,
  ...creditRoutes,
  ...spendingPowerRoutes,
  ...insightsRoutes,
  ...cashFlowRoutes,
  ...shopRoutes,
  ...shopOrderRoutes,
  ...calendarRoutes,
  ...transactionRoutes,
  ...reportRoutes,
  ...staffRoutes,
];
