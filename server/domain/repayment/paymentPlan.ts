export const paymentPlans = ['net_terms', 'fixed_pay'] as const;
export type PaymentPlan = (typeof paymentPlans)[number];

/** Tells whether purchases are repaid in weekly parts, and not each by its own net terms. */
export const isFixedPay = (plan: string | null | undefined): boolean => plan === 'fixed_pay';
