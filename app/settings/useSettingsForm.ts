import { useFetcher } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { focusFirstProblem } from '../../server/browser/focus.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { phoneProblem as problemOfPhone, tidyPhone } from '../../server/domain/forms/identity.ts';
import { mailAddressTexts, newMailAddressProblem } from '../../server/domain/mail/mailAddressWords.ts';
import type { SaveResult } from '../saveResult.ts';
import { useSavedToast } from '../useToast.ts';

/** The answer to the page's own form. */
export interface SettingsSaved extends SaveResult {
  /** The address to which a link was mailed; null when none was asked for. */
  sentTo: string | null;
  /** The mistake of the typed address; null without one. */
  addressProblem: string | null;
}

/**
 * Holds what the store's staff may see, the typed address and the typed phone number until the admin's bar saves them. Sends only what was changed; what
 * could not be saved stays as it was typed, with the reason.
 */
export function useSettingsForm(receiver: ReceiverAnswer) {
  const fetcher = useFetcher<SettingsSaved>();
  const [access, chooseAccess] = useState(receiver.staff_access);
  const [address, setAddress] = useState('');
  const [addressProblem, setAddressProblem] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [phone, setPhone] = useState('');
  const [phoneProblem, setPhoneProblem] = useState<string | null>(null);
  const { data } = fetcher;
  useSavedToast(fetcher, data?.sentTo ? mailAddressTexts.sent : 'Saved', () => {
    if (data?.sentTo !== receiver.email) setPhone('');
    // The link for the present address was asked for by its own button, and leaves what is typed alone.
    if (!data?.sentTo || data.sentTo === receiver.email) return;
    setSentTo(data.sentTo);
    setAddress('');
  });

  const refused = data?.addressProblem ?? null;
  useEffect(() => {
    if (refused !== null) focusWrongField();
  }, [refused]);

  const isAccessChanged = access !== receiver.staff_access;
  const isAddressTyped = address.trim() !== '';
  const isPhoneTyped = phone.trim() !== '';
  const waiting = sentTo ?? receiver.email_waiting;

  return {
    access,
    chooseAccess,
    address,
    type(typed: string) {
      setAddress(typed);
      setAddressProblem(null);
    },
    addressProblem: addressProblem ?? (fetcher.state === 'idle' && isAddressTyped ? (data?.addressProblem ?? null) : null),
    phone,
    typePhone(typed: string) {
      setPhone(typed);
      setPhoneProblem(null);
    },
    phoneProblem,
    /** The address that its reader has still to confirm; null without one. */
    waiting: waiting === receiver.email ? null : waiting,
    problem: data?.problem ?? null,
    isUnsaved: isAccessChanged || isAddressTyped || isPhoneTyped,
    isSaving: fetcher.state !== 'idle',
    discard() {
      chooseAccess(receiver.staff_access);
      setAddress('');
      setAddressProblem(null);
      setPhone('');
      setPhoneProblem(null);
    },
    save() {
      const wrong = isAddressTyped ? newMailAddressProblem(address, receiver) : null;
      const wrongPhone = isPhoneTyped ? problemOfPhone(tidyPhone(phone)) : null;
      setAddressProblem(wrong);
      setPhoneProblem(wrongPhone);
      if (wrong !== null || wrongPhone !== null) return focusWrongField();
      fetcher.submit(
        {
          ...(isAccessChanged && { staff_access: access }),
          ...(isPhoneTyped && { phone_number: tidyPhone(phone) }),
          ...(isAddressTyped && { address: address.trim() }),
        },
        { method: 'post' },
      );
    },
    sendAgain: () => fetcher.submit({ address: receiver.email }, { method: 'post' }),
  };
}

/** The bar is far from the fields: what is wrong with one may be out of sight. */
const focusWrongField = () => focusFirstProblem(document.querySelector('main'));
