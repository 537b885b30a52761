/** The parameters without which a page of the app cannot be loaded in an admin's frame. */
interface ShopParameters {
  shop: string | null | undefined;
  host: string | null | undefined;
}

/** Returns an address of the app with the shop and its place in the admin; what the address names already stays. */
export function withShop(address: string, { shop, host }: ShopParameters): string {
  const url = new URL(address);
  const wanted = { embedded: '1', shop, host };
  for (const [name, value] of Object.entries(wanted)) if (value && !url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}
