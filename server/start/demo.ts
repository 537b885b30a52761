/** Whoever tries the product finds these, in every program. */
export const demoAccounts = [
  { name: 'new', email: 'new@demo.localhost', password: 'headway-demo', meaning: 'a merchant who has just signed up' },
  { name: 'merchant', email: 'merchant@demo.localhost', password: 'headway-demo', meaning: 'a merchant with a year of history' },
  { name: 'support', email: 'support@demo.localhost', password: 'headway-demo', meaning: 'staff: support' },
  { name: 'admin', email: 'admin@demo.localhost', password: 'headway-demo', meaning: 'staff: admin' },
] as const;
