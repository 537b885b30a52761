import { Banner } from '@shopify/polaris';
import { meaningOfBankStatus } from '../../server/domain/bank/bankStatus.ts';

/** Says that the bank link of a merchant with a card is broken, with the way to mend it. */
export function BankBroken({ status }: { status: string | null }) {
  return (
    <Banner tone="warning" title="Reconnect your bank" action={{ content: 'Reconnect your bank', url: '/shopify/settings#bank' }}>
      <p>{status === null ? 'No bank account is linked, so nothing can be debited.' : meaningOfBankStatus(status).message}</p>
    </Banner>
  );
}
