/** The most characters of what a merchant’s people type: their fields in both frontends and the calls share them. */
export const typedLengths = {
  dollars: 20,
  /** What a person writes beside a wish for a card or for more of a limit. */
  note: 200,
  /** A merchant where a card may spend. */
  merchantName: 60,
  memberName: 80,
  memberEmail: 320,
  contactEmail: 254,
  slackUrl: 512,
  slackLabel: 80,
} as const;
