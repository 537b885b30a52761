import styled from 'styled-components';
import { Hidden } from '../layout/Hidden.ts';
import { useOpenRequests } from './card/requests/useOpenRequests.ts';
import type { DashboardPage } from './pages.tsx';

const Count = styled.span`
  background: ${({ theme }) => theme.colors.primary};
  border-radius: 0.75rem;
  box-sizing: border-box;
  color: ${({ theme }) => theme.colors.white};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  line-height: 1.25rem;
  margin-left: auto;
  min-width: 1.25rem;
  padding: 0 0.375rem;
  text-align: center;
`;

/** The name of a page in the sidebar; beside that of the cards, how many requests of the team are open. */
export function PageLabel({ page }: { page: DashboardPage }) {
  return page.path === '/card' ? <CardsLabel label={page.label} /> : page.label;
}

function CardsLabel({ label }: { label: string }) {
  const open = useOpenRequests();
  if (open === 0) return label;
  return (
    <>
      {label}
      <Count>
        {open ?? '?'}
        <Hidden>{open === null ? ' open requests: could not be read' : open === 1 ? ' open request' : ' open requests'}</Hidden>
      </Count>
    </>
  );
}
