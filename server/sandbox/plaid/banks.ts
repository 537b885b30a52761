import { AccountHolderCategory, AccountSubtype } from 'plaid';

export interface BankAccountPlan {
  name: string;
  officialName: string;
  subtype: AccountSubtype;
  /** Null is a category that the provider does not tell. */
  holder: AccountHolderCategory | null;
  mask: string;
  /** Dollars, the provider's unit for balances. */
  available: number;
  current: number;
}

/** An invented bank, and the way to sign in there. */
export interface Bank {
  id: string;
  name: string;
  /** Describes the bank's special behavior in the link window. */
  hint: string;
  /** `page`: the bank's own page opens in another tab. `deposits`: the bank has no sign-in, so small deposits prove the account. */
  signIn: 'window' | 'page' | 'deposits';
  routing: string;
  accounts: BankAccountPlan[];
}

const checking = (mask: string, available: number, name = 'Business Checking'): BankAccountPlan => ({
  name,
  officialName: `${name} Plus`,
  subtype: AccountSubtype.Checking,
  holder: AccountHolderCategory.Business,
  mask,
  available,
  current: available,
});
const savings = (mask: string, available: number): BankAccountPlan => ({
  name: 'Business Savings',
  officialName: 'Business Savings Reserve',
  subtype: AccountSubtype.Savings,
  holder: AccountHolderCategory.Business,
  mask,
  available,
  current: available,
});

export const banks: readonly Bank[] = [
  {
    id: 'ins_901',
    name: 'First Harbor Bank',
    hint: 'Any name and password; the password "wrong" is refused',
    signIn: 'window',
    routing: '011401533',
    accounts: [checking('4410', 182_430.25), savings('4427', 61_200), checking('4431', 2_950.4, 'Payroll Checking')],
  },
  {
    id: 'ins_902',
    name: 'Cascade Credit Union',
    hint: 'Any name and password',
    signIn: 'window',
    routing: '323075880',
    accounts: [checking('7702', 38_115.9), savings('7719', 12_000)],
  },
  {
    id: 'ins_903',
    name: 'Lowtide Bank',
    hint: 'Hardly any money on its accounts',
    signIn: 'window',
    routing: '021214891',
    accounts: [checking('0031', 25.5), checking('0044', 0, 'Empty Checking')],
  },
  {
    id: 'ins_904',
    name: 'Meadow National Bank',
    hint: 'Signs in on its own page, in another tab',
    signIn: 'page',
    routing: '011000138',
    accounts: [checking('9001', 95_000), savings('9018', 140_250.75)],
  },
  {
    id: 'ins_905',
    name: 'Old Mill Savings',
    hint: 'Account and routing number, proved by small deposits',
    signIn: 'deposits',
    routing: '061103852',
    accounts: [checking('5150', 22_840.1)],
  },
  {
    id: 'ins_906',
    name: 'Hearth Household Bank',
    hint: 'Has a personal account beside the business one, and two whose holder is not known',
    signIn: 'window',
    routing: '231372691',
    accounts: [
      { ...checking('6001', 8_120.35, 'Personal Checking'), holder: AccountHolderCategory.Personal },
      checking('6015', 41_300),
      { ...checking('6020', 9_700, 'Club Checking'), holder: AccountHolderCategory.Unrecognized },
      { ...checking('6033', 7_450, 'Shared Checking'), holder: null },
    ],
  },
];

export const bankById = (id: string | null | undefined): Bank | undefined => banks.find((bank) => bank.id === id);
