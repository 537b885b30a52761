import type { Address } from '../../domain/forms/address.ts';
import type { BusinessEntity, Individual, KybForm } from '../../domain/kyb/kyb.ts';
import { reasonInWords } from '../../domain/kyb/kybReasons.ts';
import type { AccountHolder, KybCorrection } from '../../providers/ports/cardIssuer.ts';

type Fields = Readonly<Record<string, string | Address | readonly string[]>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields of one part of the form that are new or that the issuer asked about. */
function fieldsToSend(before: Fields, now: Fields, path: string, concerned: readonly string[]): Fields {
  const isWanted = (name: string) => !isSame(before[name], now[name]) || concerned.some((asked) => asked === path || asked === `${path}.${name}`);
  return Object.fromEntries(Object.entries(now).filter(([name]) => isWanted(name)));
}

const isEmpty = (fields: Fields) => Object.keys(fields).length === 0;

function owners(before: KybForm, now: KybForm, holder: AccountHolder, concerned: readonly string[]) {
  const path = 'beneficial_owner_individuals';
  const inPlace = concerned.map((asked) => (asked.startsWith(`${path}.`) ? asked.replace(`${path}.`, `${path}.*.`) : asked));
  return now.beneficial_owner_individuals.flatMap((owner, place) => {
    const entity_token = holder.owners[place]?.entityToken;
    const known = before.beneficial_owner_individuals[place];
    if (entity_token === undefined || known === undefined) return [];
    const asked = concerned.includes(path) ? [`${path}.*`] : inPlace;
    const fields = fieldsToSend({ ...known }, { ...owner }, `${path}.*`, asked);
    return isEmpty(fields) ? [] : [{ ...(fields as Partial<Individual>), entity_token }];
  });
}

/** Decides whether the number of owners changed: the issuer accepts corrections of the owners it knows, but neither more nor fewer of them. */
export function hasOtherOwners(before: KybForm, now: KybForm): boolean {
  return before.beneficial_owner_individuals.length !== now.beneficial_owner_individuals.length;
}

/**
 * Returns what a corrected form changes for the issuer: the fields that differ from what it has, and those that its
 * reasons name even if the merchant left them unchanged. Both forms are given as they are sent.
 */
export function correctionOf(before: KybForm, now: KybForm, holder: AccountHolder): KybCorrection {
  const concerned = holder.statusReasons.flatMap((code) => reasonInWords(code).paths);
  const business = fieldsToSend({ ...before.business_entity }, { ...now.business_entity }, 'business_entity', concerned);
  const person = fieldsToSend({ ...before.control_person }, { ...now.control_person }, 'control_person', concerned);
  const individuals = owners(before, now, holder, concerned);
  return {
    ...(before.nature_of_business !== now.nature_of_business && { nature_of_business: now.nature_of_business }),
    ...(!isEmpty(business) && { business_entity: business as Partial<BusinessEntity> }),
    ...(!isEmpty(person) && { control_person: person as Partial<Individual> }),
    ...(individuals.length > 0 && { beneficial_owner_individuals: individuals }),
  };
}
