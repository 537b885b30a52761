/** How a merchant keeps house, beside what the store takes. Shares are of the takings. */
export interface HouseholdCharacter {
  /** Shown in the choice of a profile. */
  description: string;
  /** The first balance of the account, and what the owner leaves there at the end of a month, in days of takings: of usual ones, or of those of the last four weeks where these are more. */
  opensWithDays: number;
  keepsDays: number;
  /** Paid on the 1st, as a share of a usual month. */
  rent: number;
  /** Paid every second Friday: half by what is usual, half by what was taken in the last four weeks. */
  payroll: number;
  /** Paid each Wednesday by the week before, or in one sum every second month by the two months before. */
  suppliers: number;
  suppliersAreDue: 'weekly' | 'every second month';
  /** Fees of bank, cards and software, paid on the 3rd. */
  fees: number;
  /** Estimated taxes of a quarter, due in April, June, September and January. */
  taxes: number;
  /** How far a payment is off its share, either way. */
  spread: number;
  /** The share of our debits that the holder of the account calls unauthorized afterward. */
  disputes: number;
}

/** `still` is no household: the balance stays as it was set. */
export const householdProfiles = ['comfortable', 'tight', 'lumpy', 'failing'] as const;
export type HouseholdProfile = (typeof householdProfiles)[number];

export const householdCharacters: Readonly<Record<HouseholdProfile, HouseholdCharacter>> = {
  comfortable: {
    description: 'earns more than it spends and keeps six weeks of takings',
    opensWithDays: 40,
    keepsDays: 45,
    rent: 0.08,
    payroll: 0.2,
    suppliers: 0.3,
    suppliersAreDue: 'weekly',
    fees: 0.03,
    taxes: 0.04,
    spread: 0.1,
    disputes: 0,
  },
  tight: {
    description: 'spends nearly what it earns: short around the 1st and on pay days',
    opensWithDays: 6,
    keepsDays: 6,
    rent: 0.1,
    payroll: 0.26,
    suppliers: 0.38,
    suppliersAreDue: 'weekly',
    fees: 0.03,
    taxes: 0.04,
    spread: 0.2,
    disputes: 0,
  },
  lumpy: {
    description: 'pays its suppliers in one sum every second month, and is short after it',
    opensWithDays: 22,
    keepsDays: 24,
    rent: 0.08,
    payroll: 0.2,
    suppliers: 0.42,
    suppliersAreDue: 'every second month',
    fees: 0.03,
    taxes: 0.04,
    spread: 0.15,
    disputes: 0,
  },
  failing: {
    description: 'spends more than it earns, and disputes debits now and then',
    opensWithDays: 30,
    keepsDays: 25,
    rent: 0.14,
    payroll: 0.36,
    suppliers: 0.55,
    suppliersAreDue: 'weekly',
    fees: 0.03,
    taxes: 0.04,
    spread: 0.2,
    disputes: 0.03,
  },
};

export const isHouseholdProfile = (name: unknown): name is HouseholdProfile => householdProfiles.some((profile) => profile === name);
