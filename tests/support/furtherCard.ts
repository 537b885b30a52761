/** The body of the call that adds a virtual card for the owner, without a purpose or controls. */
export const furtherCard = {
  name: 'Ads',
  color: 'teal',
  purpose: null,
  holder_id: null,
  kind: 'standard',
  is_physical: false,
  shipping_address: null,
  controls: null,
};
