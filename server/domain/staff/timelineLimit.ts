/** The most entries of each kind on a customer's timeline, so that many purchases leave room for the few repayments beside them. */
export const timelineLimit = 100;
