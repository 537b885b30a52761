import type { CurrentProgram, Deps } from '../deps.ts';

/** The issuer's frame is opened at once, so its query need not live longer. */
const life_ms = 60_000;

interface Look {
  token: string;
  /** Key of the program whose look the card has; the page's own when it is none. */
  whitelabel: string | undefined;
  showPan: boolean;
}

/**
 * The signed query of the frame in which the issuer shows a card on a program's page. Number, expiry and security code
 * are in the frame alone, hidden by its style sheet unless they are asked for; none of it passes through here.
 */
export function embedCard(
  { programs, providers, machineClock }: Pick<Deps, 'programs' | 'providers' | 'machineClock'>,
  program: CurrentProgram,
  { token, whitelabel, showPan }: Look,
) {
  const look = Object.values(programs).find(({ key }) => key === whitelabel) ?? program;
  return providers.cardIssuer.embedRequest({
    cardToken: token,
    cssUrl: `${program.siteUrl}/_assets/app/brand/${look.key}-card${showPan ? '-details' : ''}.css`,
    targetOrigin: program.siteUrl,
    expiresAt: new Date(machineClock().getTime() + life_ms),
  });
}
