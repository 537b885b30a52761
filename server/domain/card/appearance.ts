/** The colors by which a merchant tells cards apart, each with its name for those who do not see it. */
export const cardColors = {
  brand: 'Brand',
  slate: 'Slate',
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  rose: 'Rose',
  amber: 'Amber',
  green: 'Green',
} as const;

export type CardColor = keyof typeof cardColors;
export const cardColorKeys = Object.keys(cardColors) as readonly CardColor[];

/** The most characters of a card's name and of its purpose. */
export const cardNameLength = 40;
export const cardPurposeLength = 80;

/** How a further card works: as any card, for one purchase, or at the first merchant that charges it. */
export const cardKinds = ['standard', 'single_use', 'merchant_locked'] as const;
export type CardKind = (typeof cardKinds)[number];
