import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { PublicProgram } from '../../../server/programs/public.ts';

type HomeHero = PublicProgram['home']['hero'];

/** Where the four figures (`available`, `power`, `next`, `outstanding`) and the card stand. */
interface Arrangement {
  phone: readonly string[];
  wide: readonly string[];
  /** The widths of the columns on a wide screen. */
  columns: string;
}

/** One arrangement for each hero: it comes first on a phone and has the most room on a wide screen. The card is always in the first view. */
const arrangements: Readonly<Record<HomeHero, Arrangement>> = {
  available: {
    phone: ['available available', 'next outstanding', 'card card', 'power power'],
    wide: ['available power card', 'next outstanding card'],
    columns: 'minmax(0, 3fr) minmax(0, 2fr) 25rem',
  },
  power: {
    phone: ['power power', 'available available', 'card card', 'next outstanding'],
    wide: ['power power card', 'available available card', 'next outstanding card'],
    columns: 'minmax(0, 1fr) minmax(0, 1fr) 25rem',
  },
  card: {
    phone: ['card card', 'available available', 'next outstanding', 'power power'],
    wide: ['card available available', 'card power power', 'card next outstanding'],
    columns: '30rem minmax(0, 1fr) minmax(0, 1fr)',
  },
  due: {
    phone: ['next outstanding', 'available available', 'card card', 'power power'],
    wide: ['next outstanding card', 'available power card'],
    columns: 'minmax(0, 1fr) minmax(0, 1fr) 25rem',
  },
  greeting: {
    phone: ['available available', 'card card', 'next outstanding', 'power power'],
    wide: ['card available power', 'card next outstanding'],
    columns: '25rem minmax(0, 3fr) minmax(0, 2fr)',
  },
};

/** Returns the lines of a grid. Without a next payment, what stands beside it takes its place. */
function areas(lines: readonly string[], hasNextPayment: boolean): string {
  return lines.map((line) => `'${hasNextPayment ? line : line.replace('next', 'outstanding')}'`).join(' ');
}

/** Returns the same, one under the other. */
const inOneColumn = (lines: readonly string[]) => [...new Set(lines.flatMap((line) => line.split(' ')))];

const Grid = styled.div<{ $arrangement: Arrangement; $hasNextPayment: boolean }>`
  display: grid;
  gap: 0.75rem;
  grid-template-areas: ${({ $arrangement, $hasNextPayment }) => areas($arrangement.phone, $hasNextPayment)};
  grid-template-columns: repeat(2, minmax(0, 1fr));

  > :nth-child(n) {
    min-width: 0;
  }

  /* A page magnified four times: half of it has no room for an amount. */
  @media (max-width: 339.98px) {
    grid-template-areas: ${({ $arrangement, $hasNextPayment }) => areas(inOneColumn($arrangement.phone), $hasNextPayment)};
    grid-template-columns: minmax(0, 1fr);
  }

  @media (min-width: 1100px) {
    gap: 1rem;
    grid-template-areas: ${({ $arrangement, $hasNextPayment }) => areas($arrangement.wide, $hasNextPayment)};
    grid-template-columns: ${({ $arrangement }) => $arrangement.columns};
  }
`;

interface GlanceProps {
  hero: HomeHero;
  hasNextPayment: boolean;
  /** The tiles and the card, each of which names its area. */
  children: ReactNode;
}

/** The first view of home: the four figures and the card, arranged around the brand's hero. */
export function Glance({ hero, hasNextPayment, children }: GlanceProps) {
  return (
    <Grid $arrangement={arrangements[hero]} $hasNextPayment={hasNextPayment}>
      {children}
    </Grid>
  );
}
