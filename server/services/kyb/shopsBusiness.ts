import { databaseOf } from '../../db/databaseOf.ts';
import type { KybForm } from '../../domain/kyb/kyb.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withAccess } from '../store/shopify/shopAccess.ts';

/**
 * Returns an untouched form with what the receiver's own shop says of its business, so that nobody types it twice. Where the shop says
 * nothing, the form stays as it is.
 */
export async function withShopsBusiness(deps: Deps, { scope }: Pick<ReceiverView, 'scope'>, form: KybForm): Promise<KybForm> {
  const account = await databaseOf(deps.database, scope).platformAccount.findFirst({
    where: { platform: { endsWith: ':shopify' }, uninstalled_at: null, disconnected_at: null },
  });
  const business = account && (await businessOf(deps, account.external_id));
  if (!business) return form;
  const { business_entity: entity, control_person: person } = form;
  return {
    ...form,
    business_entity: {
      ...entity,
      legal_business_name: entity.legal_business_name || business.name,
      address: business.address === null || entity.address.address1 !== '' ? entity.address : { ...entity.address, ...business.address },
    },
    control_person: { ...person, phone_number: person.phone_number || (business.phone ?? ''), email: person.email || (business.email ?? '') },
  };
}

async function businessOf(deps: Deps, shop: string) {
  try {
    return await withAccess(deps, shop, (accessToken) => deps.providers.shopPlatform.readBusiness(shop, accessToken));
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure;
    deps.log.info({ shop, code: failure.code }, 'the verification starts without what the shop says of its business');
    return null;
  }
}
