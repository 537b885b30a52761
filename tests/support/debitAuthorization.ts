/** The columns of an authorization that a merchant with a business account has accepted, without its account and its time. */
export const acceptedAuthorization = {
  ach_classes: ['ccd'],
  version: '2026-01',
  text: 'I authorize the debits.',
  ip_address: '127.0.0.1',
  user_agent: 'Firefox',
};
