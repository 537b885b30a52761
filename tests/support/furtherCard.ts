/** What the call that adds a card takes of a virtual one for the owner, without a purpose or controls. */
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
