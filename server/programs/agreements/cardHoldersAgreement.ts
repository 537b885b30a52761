import { percent } from '../../domain/basics/percent.ts';
import type { AgreementText } from './define.ts';

export const cardHoldersAgreement: AgreementText = {
  version: '2026-11-26',
  inShort: ({ netTerms, rates }) => [
    'It is a charge card: every purchase is repaid in full when it is due. There is no interest and no yearly fee.',
    `A purchase is due ${netTerms.days} ${netTerms.type} days after it was made. What is repaid by its due date earns cashback of ${percent(rates.cashbackBasisPoints)}.`,
    'Pause the card and write to us as soon as it is lost or stolen. You do not owe what is spent after you told us.',
    'Tell us about anything wrong within 60 days of its statement.',
    'A repayment that your bank returns may cost you what it costs us.',
  ],
  text: ({ name, supportEmail, netTerms, rates }) => `
# ${name} Card Holders Agreement

This agreement is about the ${name} card: how it is issued, used and looked after. It goes together with the Terms and Conditions.

## The card

The card is issued to your business by our card issuer's bank, after it has verified the business. It is a **charge card**: every purchase is repaid in full when it is due, and there is no interest. You get a virtual card at once and may ask for a physical one.

## Using it

- A purchase is approved when the card is open and its amount is within your available spending power.
- A hotel, a fuel pump or a restaurant may reserve more than the purchase in the end costs. What is reserved counts against your spending power until it is settled or released.
- Purchases in other currencies are converted by the card network at its rate of the day.
- The card is no good for cash.

## Repaying

A purchase is due ${netTerms.days} ${netTerms.type} days after it was made and is drawn from your linked bank account. What is repaid by its due date earns cashback of ${percent(rates.cashbackBasisPoints)}, which lowers what you owe.

## Looking after it

- You can pause and reopen the card on your dashboard at any time.
- Pause it and write to ${supportEmail} as soon as it is lost or stolen, or when you see a purchase that nobody in your business made. You do not owe what is spent after you told us.
- Everybody to whom you give the card uses it in your name.

## Mistakes and disputes

Look at your transactions at least once a month. Tell us about anything wrong within 60 days of its statement: what, when and how much. We look into it and tell you what we found. First try to settle with the shop what is about its goods or services.

## Fees

There is no yearly fee, no fee for the virtual card and none for repaying sooner. A repayment that your bank returns may cost you what it costs us.

## Ending

The card stays ours and the issuer's. We may close it when the Terms and Conditions end or the issuer asks for it. You may ask us to close it at any time.

## Changes

When this agreement changes we show you the new version and ask you to accept it before you go on.
`,
};
