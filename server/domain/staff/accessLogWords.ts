/** The words of both frontends about staff who looked at an account. */

export const accessLogTexts = {
  lead: 'Whenever our staff open your account to help you, it is written down here. They never see your card number, and cannot sign or pay for you.',
  nobody: 'Nobody has looked yet',
  nobodyHint: 'When support opens your account, the visit appears here with its time and what was changed.',
  visit: (by: string, lookedOnly: boolean) => `${by} ${lookedOnly ? 'looked at your account' : 'made changes to your account'}`,
} as const;
