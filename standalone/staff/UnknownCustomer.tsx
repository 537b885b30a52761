import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { staffPath } from '../../server/domain/access/guard.ts';
import { useProgram } from '../brand/program.ts';
import { EmptyState } from '../layout/EmptyState.tsx';
import { Page } from '../layout/Page.tsx';

const Way = styled(Link)`
  color: ${({ theme }) => theme.colors.primary};
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
`;

/** Says that nobody is behind an address. `email` is the one asked for; null where the address named the customer otherwise. */
export function UnknownCustomer({ email }: { email: string | null }) {
  const { name } = useProgram();
  return (
    <Page title="This customer is unknown" narrow>
      <EmptyState heading={`${name} has no such customer`} action={<Way to={staffPath}>Find a customer</Way>}>
        {email === null ? 'The address names no customer of this program.' : `Nobody here has the email ${email}.`} Check the spelling, or look for a part of
        the email or the business name.
      </EmptyState>
    </Page>
  );
}
