import { failedPayoutStatuses, settledStatuses } from '../../domain/ledger/ledger.ts';
import { failedDrawStatuses, inFlightStatuses, unsentStatuses } from '../../domain/repayment/draw.ts';
import { countedCurrency, doneSaleStatuses } from '../../domain/store/sales.ts';
import { Prisma } from '../client.ts';

// The states that rules name, as lists for `status IN`. They are written out: of a list that is a parameter PostgreSQL cannot tell that
// an index of just these states serves.

const listOf = (statuses: Iterable<string>) => Prisma.raw(`(${[...statuses].map((status) => `'${status}'`).join(', ')})`);

/** Draws and payouts without a known transfer. */
export const unsent = listOf(unsentStatuses);

/** Draws and payouts that have neither settled nor failed. */
export const inFlight = listOf(inFlightStatuses);

/** Draws that the bank refused or returned. */
export const failedDraws = listOf(failedDrawStatuses);

/** Payouts whose amount is a credit again. */
export const failedPayouts = listOf(failedPayoutStatuses);

/** Transfers that the bank has settled. */
export const settled = listOf(settledStatuses);

/** The condition for movements of a store that are added up. Written out, because the index of the others names it so. */
export const isInDollars = Prisma.raw(`currency = '${countedCurrency}'`);

/** The condition for those that are not. */
export const isInOtherCurrency = Prisma.raw(`currency <> '${countedCurrency}'`);

/** Sales and refunds that took place. */
export const doneSales = listOf(doneSaleStatuses);
