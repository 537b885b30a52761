import { Link, useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../server/domain/queryNames.ts';
import { EmptyState } from '../layout/EmptyState.tsx';
import { Page } from '../layout/Page.tsx';

/** An address that is nothing's. */
export function NotFound() {
  const { search } = useLocation();
  return (
    <Page title="There is no page here" narrow>
      <EmptyState heading="This address leads nowhere" action={<Link to={{ pathname: '/', search: addressBarQuery(search) }}>Go to your dashboard</Link>}>
        It may have been typed wrong, or the page was moved.
      </EmptyState>
    </Page>
  );
}
