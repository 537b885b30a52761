import type { Random } from './random.ts';

/** An invented customer of the sample stores. Streets, telephone numbers (555-01xx) and mailboxes do not exist. */
export interface Shopper {
  id: string;
  number: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: { street: string; city: string; state: string; postalCode: string };
  taxBasisPoints: number;
}

const firstNames = [
  'Ada',
  'Ben',
  'Clara',
  'Dmitri',
  'Elena',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Keiko',
  'Liam',
  'Maya',
  'Noah',
  'Olga',
  'Priya',
  'Quentin',
  'Rosa',
  'Sam',
  'Tara',
] as const;
const lastNames = [
  'Alvarez',
  'Brooks',
  'Chen',
  'Dubois',
  'Evans',
  'Fischer',
  'Gupta',
  'Hall',
  'Ito',
  'Jensen',
  'Kaplan',
  'Lopez',
  'Murphy',
  'Nguyen',
  'Okafor',
  'Patel',
  'Reyes',
  'Silva',
  'Turner',
  'Weiss',
] as const;
const streets = ['Maple St', 'Oak Ave', 'Hillcrest Rd', 'Lakeview Dr', 'Main St', 'Cedar Ln', 'Sunset Blvd', 'Park Ave'] as const;

interface Place {
  city: string;
  state: string;
  postalCode: string;
  /** The state's own sales tax. */
  taxBasisPoints: number;
}

const places: readonly [Place, ...Place[]] = [
  { city: 'Portland', state: 'OR', postalCode: '97205', taxBasisPoints: 0 },
  { city: 'Austin', state: 'TX', postalCode: '78701', taxBasisPoints: 625 },
  { city: 'Denver', state: 'CO', postalCode: '80202', taxBasisPoints: 290 },
  { city: 'Chicago', state: 'IL', postalCode: '60605', taxBasisPoints: 625 },
  { city: 'Boston', state: 'MA', postalCode: '02116', taxBasisPoints: 625 },
  { city: 'Seattle', state: 'WA', postalCode: '98101', taxBasisPoints: 650 },
  { city: 'Atlanta', state: 'GA', postalCode: '30303', taxBasisPoints: 400 },
  { city: 'Sacramento', state: 'CA', postalCode: '95814', taxBasisPoints: 725 },
  { city: 'Brooklyn', state: 'NY', postalCode: '11201', taxBasisPoints: 400 },
  { city: 'Madison', state: 'WI', postalCode: '53703', taxBasisPoints: 500 },
];

/** Draws a shopper; the same number gives the same shopper each time. */
export function drawShopper(random: Random, number: number): Shopper {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const { taxBasisPoints, ...place } = random.pick(places);
  return {
    id: random.uuid(),
    number,
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${number}@example.com`.toLowerCase(),
    phone: `+1202555${String(100 + (number % 100)).padStart(4, '0')}`,
    address: { street: `${random.whole(2, 980)} ${random.pick(streets)}`, ...place },
    taxBasisPoints,
  };
}
