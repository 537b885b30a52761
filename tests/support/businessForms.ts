import { randomInt } from 'node:crypto';
import { emptyIndividual, emptyKybForm, type Individual, type KybForm } from '../../server/domain/kyb/kyb.ts';

/** Changes to a form; fields left out stay as they are. */
type Changes<T> = { [Name in keyof T]?: T[Name] extends readonly unknown[] ? T[Name] : T[Name] extends object ? Changes<T[Name]> : T[Name] };

const homeAddress = { address1: '12 Elm Street', address2: '', city: 'Albany', state: 'NY', postal_code: '12207', country: 'USA' };

export function somebody(different: Partial<Individual> = {}): Individual {
  return {
    ...emptyIndividual(),
    first_name: 'Ana',
    last_name: 'Lopez',
    dob: '04/23/1985',
    government_id: '123-45-6789',
    email: 'ana@cornerbakery.example',
    phone_number: '+12125550142',
    address: homeAddress,
    ...different,
  };
}

/** The EIN of a form that names no other. */
const usualEin = '12-3456789';
let given = 0;

/** Returns an EIN that no other merchant of this test file has: an EIN backs one account alone. None is the usual one; all end alike. */
export function newEin(): string {
  const ein = `14-${String(given % 1_000).padStart(3, '0')}6789`;
  given += 1;
  return ein;
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** Returns an EIN that no other test has, in whichever process: of a product that many share. */
export const anyEin = () => `${randomInt(30, 49)}-${digits(7)}`;
/** Returns an SSN of a sole proprietor that no other test has. */
export const anySsn = () => `2${digits(2)}-55-1${digits(3)}`;

/** Returns a form with a merchant's own EIN in place of the usual one. */
export function withEin(form: KybForm, ein: string): KybForm {
  const { business_entity } = form;
  return business_entity.government_id === usualEin ? { ...form, business_entity: { ...business_entity, government_id: ein } } : form;
}

/** Returns a form that the issuer accepts at once, unless the business's name makes the sandbox decide otherwise. */
export function kybForm(name = 'Corner Bakery LLC', different: Changes<KybForm> = {}): KybForm {
  const form = emptyKybForm();
  return {
    ...form,
    nature_of_business: 'Bakes and sells bread',
    control_person_owns_business: true,
    ...(different as Partial<KybForm>),
    business_entity: {
      ...form.business_entity,
      legal_business_name: name,
      government_id: usualEin,
      address: { ...homeAddress, address1: '45 Market Street', address2: 'Suite 4' },
      ...(different.business_entity as object),
    },
    control_person: { ...somebody(), ...(different.control_person as object) },
  };
}

export const shippingAddress = {
  first_name: 'Corner Bakery',
  last_name: '.' as const,
  address1: 'P.O. Box 12',
  address2: '',
  city: 'Albany',
  state: 'ny',
  postal_code: '12207',
  country: 'USA',
  email: 'ana@cornerbakery.example',
  phone_number: '(212) 555-0142',
};
