import type { Prisma } from './generated/client.ts';

/** Rows as they are stored, for code that has read one. Money columns are bigint: `storedCents` makes them `Cents`. */
export type {
  AgreementVersion,
  AlertSent,
  AuditLog,
  AuthorizationDecision,
  BankLink,
  BankTransfer,
  BankTransferEvent,
  BigcommerceStore,
  Card,
  CardIssue,
  CardOrder,
  CardRaise,
  CardRequest,
  CardTransaction,
  CommerceLink,
  CreditPayout,
  DebitAuthorization,
  Draw,
  DrawOutlook,
  IdentityClaim,
  KybApplication,
  KybDocument,
  LedgerTransfer,
  PlatformAccount,
  PrivacyRequest,
  ProviderCall,
  Receiver,
  SpendingPowerSnapshot,
  StorePerson,
  TeamMember,
} from './generated/client.ts';

/** The values that a JSON column accepts. */
export type JsonObject = Prisma.InputJsonObject;
