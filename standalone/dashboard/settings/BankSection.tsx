import { debitTexts } from '../../../server/domain/bank/debitTexts.ts';
import { BankAccount } from './BankAccount.tsx';
import { DebitAuthorization } from './DebitAuthorization.tsx';
import { Section } from './Section.tsx';

/** The linked bank account: what it is, its repair and its change, and the authorization to debit it. */
export function BankSection() {
  return (
    <Section id="bank">
      <BankAccount />
      <h3>{debitTexts.heading}</h3>
      <DebitAuthorization />
    </Section>
  );
}
