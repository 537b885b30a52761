import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { Page } from '../../layout/Page.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { AccessSection } from './AccessSection.tsx';
import { AddressSection } from './AddressSection.tsx';
import { AlertsSection } from './alerts/AlertsSection.tsx';
import { BankSection } from './BankSection.tsx';
import { BusinessSection } from './BusinessSection.tsx';
import { SecondBankSection } from './SecondBankSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { StaffSection } from './StaffSection.tsx';
import { type SectionId, sectionsOf } from './sections.ts';
import { StoresSection } from './stores/StoresSection.tsx';
import { TeamSection } from './team/TeamSection.tsx';
import { useSectionOfAddress } from './useSectionOfAddress.ts';

const Columns = styled.div`
  @media (min-width: 1200px) {
    align-items: start;
    display: grid;
    gap: 2.5rem;
    grid-template-columns: minmax(0, 44rem) 13rem;
  }
`;

const All = styled.div`
  display: grid;
  gap: 1rem;
  min-width: 0;
`;

/** On a narrow screen the sections below each other are enough. */
const Index = styled.nav`
  display: none;

  @media (min-width: 1200px) {
    display: block;
    order: 1;
    position: sticky;
    top: 2rem;
  }

  ul {
    border-left: 1px solid ${({ theme }) => theme.colors.secondary20};
    list-style: none;
    margin: 0;
    padding: 0;
  }

  a {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    padding: 0.375rem 1rem;
    text-decoration: none;
  }

  a:hover,
  a[aria-current] {
    color: ${({ theme }) => theme.colors.secondary70};
  }

  a[aria-current] {
    box-shadow: -1px 0 0 ${({ theme }) => theme.colors.primary}, inset 1px 0 0 ${({ theme }) => theme.colors.primary};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

const components: Readonly<Record<SectionId, ComponentType>> = {
  business: BusinessSection,
  bank: BankSection,
  'second-bank': SecondBankSection,
  stores: StoresSection,
  team: TeamSection,
  address: AddressSection,
  mails: AlertsSection,
  staff: StaffSection,
  security: SecuritySection,
  access: AccessSection,
};

/** The account's settings for the merchant, and everybody's own. Each section has an address of its own, such as `/settings#bank`. */
export function SettingsPage() {
  const { search, hash } = useLocation();
  const { receiver } = useReceiver();
  useSectionOfAddress();
  const shown = sectionsOf(receiver);
  return (
    <Page title="Settings">
      <Columns>
        <Index aria-label="Sections">
          <ul>
            {shown.map(({ id, title }) => (
              <li key={id}>
                <Link to={{ search, hash: id }} aria-current={hash === `#${id}` ? 'location' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </Index>
        <All>
          {shown.map(({ id }) => {
            const Shown = components[id];
            return <Shown key={id} />;
          })}
        </All>
      </Columns>
    </Page>
  );
}
