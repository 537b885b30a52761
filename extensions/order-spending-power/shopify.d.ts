import '@shopify/ui-extensions';

declare global {
  /** The API that the admin gives to a block on the order page. */
  const shopify: import('@shopify/ui-extensions/admin.order-details.block.render').Api;
}
