/** The business of a store with a year of sales that is read quickly, for tests to which it does not matter what was sold. */
export const fewOrders = { profile: 'steady', orders_per_day: '0.5' };
