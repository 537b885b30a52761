import type { ReactNode } from 'react';
import { TitledCard } from '../components/TitledCard.tsx';

interface SectionProps {
  /** The section's part of the address, as in `/shopify/settings#bank`. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A section of the settings, which an address can lead to. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <TitledCard title={title} headingId={`${id}-heading`}>
        {children}
      </TitledCard>
    </section>
  );
}
