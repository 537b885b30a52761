import type { JsonObject } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { AuditAction } from '../../domain/staff/auditWords.ts';
import type { Caller } from './caller.ts';

/** The origin of a call, for the audit log. */
export interface Origin {
  requestId: string;
  address: string;
  userAgent: string;
}

/** `begun` is followed by one of the others, unless the process died; `failed` may have been done or not. */
type Outcome = 'begun' | 'done' | 'refused' | 'failed';

export interface AuditEntry {
  /** The receiver whose record the entry is about. */
  scope: ReceiverScope;
  /** The person who acted; null for the system. */
  actor: Caller | null;
  action: AuditAction;
  outcome?: Outcome;
  reason?: string;
  details?: JsonObject;
  masqueradeId?: string | null;
  origin?: Origin;
}
