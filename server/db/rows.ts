import type { Prisma } from './generated/client.ts';

/** Rows as they are stored, for whoever has read one. Columns of money are bigint: `storedCents` makes them `Cents`. */
export type {
  AgreementVersion,
  AuditLog,
  AuthorizationDecision,
  BankLink,
  BankTransfer,
  Card,
  CardOrder,
  CardTransaction,
  CommerceLink,
  Draw,
  HandedInSession,
  KybApplication,
  KybDocument,
  LedgerTransfer,
  PlatformAccount,
  PrivacyRequest,
  ProviderCall,
  Receiver,
  SpendingPowerSnapshot,
} from './generated/client.ts';

/** What a JSON column may be given. */
export type JsonObject = Prisma.InputJsonObject;
