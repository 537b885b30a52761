import type { ProgramSettingName } from '../../config.ts';
import { type Html, html } from '../core/page.ts';

interface Shades {
  primary: string;
  onPrimary: string;
  canvas: string;
  surface: string;
  ink: string;
}

/** The design of a program's hosted pages, as its project is configured at the provider. */
export interface Look {
  name: string;
  welcome: string;
  /** Drawn in the colour of the surrounding text, 32 by 32. */
  mark: Html;
  corner_px: number;
  light: Shades;
  dark: Shades;
}

export const looks: Readonly<Record<ProgramSettingName, Look>> = {
  HEADWAY: {
    name: 'Headway',
    welcome: 'Spending power that keeps up with your sales.',
    mark: html`<path d="M6 24 14 16 6 8M16 24l8-8-8-8" fill="none" stroke="currentColor" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>`,
    corner_px: 10,
    light: { primary: '#0f766e', onPrimary: '#ffffff', canvas: '#eef6f4', surface: '#ffffff', ink: '#10302d' },
    dark: { primary: '#5eead4', onPrimary: '#06201d', canvas: '#0b1716', surface: '#12211f', ink: '#e3f3f0' },
  },
  BOOST: {
    name: 'Boost',
    welcome: 'More to spend, sooner.',
    mark: html`<path d="M18 3 7 18h8l-2 11 12-16h-8l1-10Z" fill="currentColor"/>`,
    corner_px: 18,
    light: { primary: '#6d28d9', onPrimary: '#ffffff', canvas: '#f4effd', surface: '#ffffff', ink: '#1a1130' },
    dark: { primary: '#b79cfb', onPrimary: '#1a0f33', canvas: '#110c1d', surface: '#1a132a', ink: '#ede9f7' },
  },
  CARD: {
    name: 'Card',
    welcome: 'One card for the whole business.',
    mark: html`<rect x="3" y="7" width="26" height="18" rx="3" fill="none" stroke="currentColor" stroke-width="3"/><path d="M3 13h26" stroke="currentColor" stroke-width="4"/>`,
    corner_px: 2,
    light: { primary: '#111827', onPrimary: '#ffffff', canvas: '#f2f2f0', surface: '#ffffff', ink: '#111827' },
    dark: { primary: '#f3f4f6', onPrimary: '#111827', canvas: '#0a0a0b', surface: '#161618', ink: '#f3f4f6' },
  },
  HARBOR: {
    name: 'Harbor',
    welcome: 'Steady funds for every season.',
    mark: html`<path d="M4 14c4-5 8-5 12 0s8 5 12 0M4 23c4-5 8-5 12 0s8 5 12 0" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>`,
    corner_px: 6,
    light: { primary: '#1d4ed8', onPrimary: '#ffffff', canvas: '#ecf3fb', surface: '#ffffff', ink: '#0e1c33' },
    dark: { primary: '#86b3ff', onPrimary: '#0a1830', canvas: '#0a1220', surface: '#111c2f', ink: '#e4ecf8' },
  },
  MERIDIAN: {
    name: 'Meridian',
    welcome: 'Made for makers and the shops they run.',
    mark: html`<circle cx="16" cy="16" r="12" fill="none" stroke="currentColor" stroke-width="3"/><path d="M16 4c5 6 5 18 0 24" fill="none" stroke="currentColor" stroke-width="3"/>`,
    corner_px: 14,
    light: { primary: '#9d174d', onPrimary: '#ffffff', canvas: '#fbf1f0', surface: '#ffffff', ink: '#331320' },
    dark: { primary: '#f9a8d4', onPrimary: '#3b0a1f', canvas: '#1a0d12', surface: '#27151c', ink: '#fae8ee' },
  },
};
