import { frameAddressSeconds } from '../../domain/card/card.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

interface Look {
  token: string;
  /** Key of the program whose style the card has; the page's own program when no program has this key. */
  whitelabel: string | undefined;
  showPan: boolean;
}

/**
 * Returns the signed query of the frame in which the issuer shows a card on a program's page. Number, expiry and
 * security code exist in the frame alone, hidden by its style sheet unless they are asked for; none of them passes
 * through here.
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
    expiresAt: new Date(machineClock().getTime() + frameAddressSeconds * 1_000),
  });
}
