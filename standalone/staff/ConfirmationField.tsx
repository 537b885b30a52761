import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { TypedField } from '../forms/TypedField.tsx';

interface ConfirmationFieldProps {
  receiver: ReceiverAnswer;
  /** The text to type: the name of the business, or the email of a customer without one. */
  expected: string;
  value: string;
  onChange: (typed: string) => void;
  problem: string | undefined;
}

/** The field in which staff type a customer's name before what cannot be taken back. */
export function ConfirmationField({ receiver, expected, value, onChange, problem }: ConfirmationFieldProps) {
  return (
    <TypedField
      label={receiver.business_name === null ? 'Email of the customer' : 'Business name'}
      hint={`This cannot be taken back. Type ${expected} to confirm.`}
      autoComplete="off"
      maxLength={typedLengths.confirmation}
      value={value}
      onChange={onChange}
      problem={problem}
    />
  );
}

/** Returns what is wrong with a typed confirmation, for the reader; undefined when it is the expected name. */
export function confirmationProblem(typed: string, expected: string): string | undefined {
  return typed.trim() === expected ? undefined : `Type ${expected} to confirm.`;
}
