import type { Change } from '../domain/receiver/changes.ts';
import type { Prisma } from './generated/client.ts';

type ModelName = Uncapitalize<Prisma.ModelName>;

/** Rows that no merchant's page shows. */
const unseen: readonly Change[] = [];

/**
 * What a write to a table changes for the pages of its receiver. A new table does not compile without saying so. Each look at
 * the bank or the issuer of a page that waits for them writes to the bank link or the application, so that these do not count:
 * a page would tell itself to look again, for ever. What such a look finds that is new goes to the timeline.
 */
export const changesOfModels: Readonly<Record<ModelName, readonly Change[]>> = {
  receiver: ['receiver'],
  receiverOfToken: unseen,
  receiverOfEmail: unseen,
  receiverOfCard: unseen,
  receiverOfItem: unseen,
  receiverOfConnection: unseen,
  platformAccount: ['store'],
  bigcommerceStore: unseen,
  bigcommerceUser: unseen,
  shopifySession: unseen,
  handInJti: unseen,
  handedInSession: unseen,
  handedInToken: unseen,
  storePerson: unseen,
  identityClaim: ['receiver'],
  signIn: unseen,
  launchCode: unseen,
  calendarFeed: ['draws'],
  agreementVersion: unseen,
  agreementAcceptance: ['receiver'],
  kybApplication: unseen,
  kybDocument: ['receiver'],
  bankLink: unseen,
  debitAuthorization: ['receiver', 'draws'],
  commerceLink: ['store'],
  providerCall: unseen,
  providerCursor: unseen,
  webhookInbox: unseen,
  webhookSeen: unseen,
  card: ['card'],
  cardOrder: ['card', 'receiver'],
  cardTransaction: ['transactions'],
  cardTransactionEvent: unseen,
  cardTransactionCount: ['transactions'],
  cardDay: ['transactions'],
  authorizationDecision: ['transactions'],
  storeTransaction: ['store', 'transactions'],
  salesDay: ['store'],
  ledgerTransfer: ['transactions'],
  ledgerBalance: ['transactions'],
  draw: ['draws', 'transactions'],
  creditPayout: ['draws'],
  bankTransfer: ['draws', 'transactions'],
  bankTransferEvent: unseen,
  spendingPowerSnapshot: ['limit'],
  spendingPowerOverride: ['limit'],
  reconciliationDifference: unseen,
  receiverComparison: unseen,
  strayTransfer: unseen,
  auditLog: unseen,
  masqueradeSession: unseen,
  staffNote: unseen,
  timelineEvent: ['receiver'],
  emailSent: unseen,
  reportExport: unseen,
  closedBooks: unseen,
  accountStatement: unseen,
  accountStatementRow: unseen,
  idempotencyKey: unseen,
  privacyRequest: unseen,
  rateLimit: unseen,
  plannerRun: unseen,
  providerBudget: unseen,
  demoHistory: unseen,
};
