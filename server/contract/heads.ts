import type { Action } from '../domain/access/access.ts';
import type { TeamPermission } from '../domain/access/teamRoles.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

const ofAccount = { who: 'receiver', subject: tokenSubject, params: tokenParams } as const;
const ofCustomer = { subject: tokenSubject, params: tokenParams } as const;

interface MerchantRight {
  team: TeamPermission;
  action: Action;
}

/** Begins a call that reads the merchant's account in its path. Store staff may make it if they may see everything. */
export const readsAccount = (right: MerchantRight) => ({ ...ofAccount, method: 'GET', storeStaff: 'if_everything', ...right }) as const;

/** Begins a call that changes the merchant's account in its path. Store staff may not make it. */
export const changesAccount = (right: MerchantRight & { masquerade: 'refused' | 'audited' }) => ({ ...ofAccount, storeStaff: 'never', ...right }) as const;

interface StaffRight {
  who: 'staff' | 'admin';
  action: Action;
}

/** Begins a call by which our staff read a customer's account. */
export const readsCustomer = (right: StaffRight) => ({ ...ofCustomer, method: 'GET', ...right }) as const;

/** Begins a call by which our staff change a customer's account. */
export const changesCustomer = (right: StaffRight) => ({ ...ofCustomer, masquerade: 'audited', ...right }) as const;
