import type { Merchant } from './transaction.ts';

/** An invented merchant where a small shop would spend, with the usual range of its purchases (dollars). */
export interface UsualMerchant extends Merchant {
  from: number;
  to: number;
}

const merchant = (descriptor: string, mcc: string, city: string, state: string, from: number, to: number): UsualMerchant => ({
  descriptor,
  mcc,
  city,
  state,
  country: 'USA',
  acceptorId: String(452_000_000_000_000 + ([...descriptor].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 1_000_000_000)),
  from,
  to,
});

export const merchants: readonly UsualMerchant[] = [
  merchant('PARCELWAY SHIPPING', '4215', 'MEMPHIS', 'TN', 8, 240),
  merchant('CORRUGATE SUPPLY CO', '5113', 'COLUMBUS', 'OH', 45, 900),
  merchant('BRIGHTPIXEL ADS', '7311', 'SEATTLE', 'WA', 100, 2500),
  merchant('SEARCHLIGHT ADS', '7311', 'SAN MATEO', 'CA', 150, 3200),
  merchant('NIMBUS HOSTING', '4816', 'RESTON', 'VA', 19, 420),
  merchant('TALLYBOARD SOFTWARE', '5734', 'AUSTIN', 'TX', 29, 199),
  merchant('OAKLINE WHOLESALE', '5099', 'CHARLOTTE', 'NC', 220, 7800),
  merchant('FJORD TEXTILES IMPORT', '5131', 'NEW YORK', 'NY', 400, 9600),
  merchant('COPPER KETTLE CAFE', '5814', 'PORTLAND', 'OR', 4, 48),
  merchant('NORTHWIND FUEL 114', '5541', 'RENO', 'NV', 28, 110),
  merchant('SKYHOP AIRLINES', '4511', 'DENVER', 'CO', 140, 980),
  merchant('HARVEST OFFICE DEPOT', '5943', 'CHICAGO', 'IL', 12, 340),
  merchant('PRINTHAUS LABELS', '2741', 'MILWAUKEE', 'WI', 35, 620),
  merchant('SELFSTORE UNITS', '4225', 'TUCSON', 'AZ', 89, 310),
  merchant('LUMEN POWER AND GAS', '4900', 'BOISE', 'ID', 70, 540),
  merchant('METRO WATER UTILITY', '4900', 'BOISE', 'ID', 30, 140),
  merchant('CALLWELL TELECOM', '4814', 'ATLANTA', 'GA', 40, 260),
  merchant('TRADEFAIR EXHIBITS', '7399', 'LAS VEGAS', 'NV', 250, 4200),
  merchant('PACKRIGHT MACHINERY', '5085', 'DETROIT', 'MI', 180, 5200),
  merchant('GREENLEAF CLEANING', '7349', 'SACRAMENTO', 'CA', 60, 280),
  merchant('INKWELL LEGAL', '8111', 'BOSTON', 'MA', 250, 1800),
  merchant('LEDGERLY BOOKKEEPING', '8931', 'OMAHA', 'NE', 120, 600),
];

/** Merchants at which a card is used for cash. Invented spending leaves them out. */
export const cashMerchants: readonly UsualMerchant[] = [
  merchant('QUICKCASH ATM 0441', '6011', 'AUSTIN', 'TX', 20, 400),
  merchant('WIREFAST TRANSFERS', '4829', 'DENVER', 'CO', 50, 2_000),
];

/** Returns the invented merchant of this name, or a shop of that name in no particular place. */
export const merchantNamed = (descriptor: string): Merchant => {
  const known = [...merchants, ...cashMerchants].find((one) => one.descriptor === descriptor);
  return known ?? { descriptor, mcc: '5999', city: 'SANDBOX', state: 'CA', country: 'USA', acceptorId: '452322000053360' };
};
