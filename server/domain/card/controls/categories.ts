/** Groups of merchant categories (ISO 18245) in plain words, by which a card is allowed or blocked. */
export const categoryGroups = {
  advertising: 'Advertising',
  shipping: 'Shipping and freight',
  software: 'Software and web services',
  inventory: 'Inventory and wholesale',
  office: 'Office and equipment',
  services: 'Professional services',
  utilities: 'Phone, internet and utilities',
  travel: 'Travel and lodging',
  meals: 'Meals and groceries',
  fuel: 'Fuel and vehicles',
  entertainment: 'Entertainment',
  retail: 'Other stores',
  cash: 'Cash and money transfers',
  gambling: 'Gambling',
  other: 'Everything else',
} as const;

export type CategoryGroup = keyof typeof categoryGroups;
export const categoryGroupKeys = Object.keys(categoryGroups) as readonly CategoryGroup[];
