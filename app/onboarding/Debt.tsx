import { useState } from 'react';
import type { CalendarAnswer } from '../../server/contract/calendar.ts';
import type { PaymentsAnswer } from '../../server/contract/payments.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { Owed } from '../payments/Owed.tsx';
import { PayNow } from '../payments/PayNow.tsx';

interface DebtProps {
  receiver: ReceiverAnswer;
  entries: CalendarAnswer['entries'];
  bank: PaymentsAnswer['bank'];
}

/** The debt of a merchant who is back in the onboarding: its amount, the date of its draw, and the way to pay it now. */
export function Debt({ receiver, entries, bank }: DebtProps) {
  const [isPaying, setIsPaying] = useState(false);
  return (
    <>
      {isPaying && <PayNow receiver={receiver} purchase={null} amount={null} onClose={() => setIsPaying(false)} />}
      <Owed receiver={receiver} entries={entries} bank={bank} onPay={() => setIsPaying(true)} />
    </>
  );
}
