import { noFilters, type TableFilters } from '../table/filters.ts';

/**
 * Money that came back, or is to: which rows of the transactions page a figure sums up. The database sums the very rows that the page
 * shows for these filters.
 */

/** Cashback earned to date: what was credited, less what was taken back when a repayment was returned. */
export const cashbackRows: TableFilters = { ...noFilters, type: 'cashback' };

/** Refunds open: a merchant has sent money back to a card, which the card network has approved and not settled. */
export const openRefundRows: TableFilters = { ...noFilters, type: 'refund', status: 'pending' };
