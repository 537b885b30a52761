import type { ProgramKey } from '../domain/access/programKeys.ts';
import type { Palette, ResolvedProgram } from './define.ts';

/** What anybody may know of a program before signing in. Limits and rates of lending are not in it. */
export interface PublicProgram {
  key: ProgramKey;
  name: string;
  label: string;
  brand: string;
  onboarding_path: string;
  /** The hosted sign-in, without a slash at the end. */
  auth_url: string;
  /** Where the program's own site is, without a slash at the end. */
  site_url: string;
  /** Every host that is answered as this program. */
  hosts: readonly string[];
  support_email: string;
  colours: { light: Palette; dark: Palette };
  corner_radius_px: number;
  logo: { light: string; dark: string; favicon: string };
}

/** Field by field, so that a new field of a program stays private until somebody decides otherwise. */
export function publicProgram(program: ResolvedProgram): PublicProgram {
  return {
    key: program.key,
    name: program.name,
    label: program.label,
    brand: program.brand,
    onboarding_path: program.onboardingPath,
    auth_url: program.authUrl,
    site_url: program.siteUrl,
    hosts: program.hosts,
    support_email: program.supportEmail,
    colours: program.colours,
    corner_radius_px: program.cornerRadiusPx,
    logo: program.logo,
  };
}
