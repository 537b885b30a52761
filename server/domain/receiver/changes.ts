/** The parts of a receiver's data of which an open page is told that they changed. It then reads what it shows of them again. */
export const changeKinds = ['receiver', 'card', 'transactions', 'store', 'draws', 'limit'] as const;
export type Change = (typeof changeKinds)[number];
