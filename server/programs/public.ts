import type { ProgramKey } from '../domain/basics/programKeys.ts';
import type { CardDesign, DoorLayout, HomeHero, HomeSection, Palette, ResolvedProgram, Voice } from './define.ts';

/** The public part of a program, which anybody may read before signing in. It holds no lending limits or rates. */
export interface PublicProgram {
  key: ProgramKey;
  name: string;
  label: string;
  brand: string;
  onboarding_path: string;
  /** The address of the hosted sign-in, without a slash at the end. */
  auth_url: string;
  /** The address of the program's own site, without a slash at the end. */
  site_url: string;
  /** Every host that shows this program. */
  hosts: readonly string[];
  /** The IANA time zone whose days decide what is late. */
  time_zone: string;
  support_email: string;
  colors: { light: Palette; dark: Palette; frame: Palette };
  corner_radius_px: number;
  logo: { light: string; dark: string; favicon: string };
  typeface: { family: string; generic: 'serif' | 'sans-serif'; has_tabular_figures: boolean };
  card: CardDesign;
  home: { hero: HomeHero; order: readonly HomeSection[] };
  door: DoorLayout;
  voice: Voice;
}

/** Returns the public part of a program. It copies field by field, so that a new field stays private until it is added here. */
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
    time_zone: program.timeZone,
    support_email: program.supportEmail,
    colors: program.colors,
    corner_radius_px: program.cornerRadiusPx,
    logo: { light: program.logo.light, dark: program.logo.dark, favicon: program.logo.favicon },
    typeface: { family: program.typeface.family, generic: program.typeface.generic, has_tabular_figures: program.typeface.hasTabularFigures },
    card: program.card,
    home: program.home,
    door: program.door,
    voice: program.voice,
  };
}
