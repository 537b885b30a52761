import type { AgreementText } from './define.ts';

export const privacyPolicy: AgreementText = {
  version: '2026-11-21',
  inShort: ({ supportEmail }) => [
    'We collect what verifies your business and its owners, your bank account’s balance, your sales, and what the card is used for.',
    'We do not sell it, and do not use it for anybody else’s advertising.',
    'Tax IDs, Social Security numbers and dates of birth are stored encrypted. Your bank password is never shown to us.',
    `We keep your data while your account is open and for seven years after. Ask for a copy at ${supportEmail}: we answer within 30 days.`,
  ],
  text: ({ name, supportEmail }) => `
# ${name} Privacy Policy

This policy says what ${name} learns about you and your business, why, who else learns it, and what you can do about it.

## What we collect

- **From you:** your name and e-mail address, the legal name, tax ID, address and phone number of your business, and the names, dates of birth, addresses and Social Security numbers of the people who control or own it.
- **From your bank, once you link it:** the name and last digits of the account, its balance, and the outcome of the payments that we draw.
- **From your store or accounting system, once you connect it:** orders, payments, refunds and payouts. We do not ask for your customers' names or addresses.
- **From your card:** what it was used for, where, when and for how much.
- **From your browser:** its address, its kind, and which pages of ours you open.

## What we use it for

- To find out whether we may offer you the card, as the law asks of us and of the bank that issues it.
- To work out your spending power, to authorize purchases, and to draw repayments.
- To prevent fraud, and to answer you when you write to us.
- To see which parts of the site work badly. Card numbers, Social Security numbers and passwords are never part of this.

We do not sell what we know about you, and we do not use it for anybody else's advertising.

## Who else learns it

- The **card issuer** and its bank, who verify your business and run the card.
- The **bank link provider**, who connects us to your bank. Your bank password is never shown to us.
- The **store data provider**, who reads your sales for us.
- The providers of our sign-in, our mail and our site analytics, as far as each needs it.
- Courts and authorities, where the law obliges us.

## How we keep it

Tax IDs, Social Security numbers, dates of birth and the keys to your accounts are stored encrypted. Full card numbers never reach our servers. We keep what belongs to your account while it is open, and for seven years after, because the law on lending and on money laundering asks for it. Then we delete it.

## What you can do

You can ask us for a copy of what we hold about you, have mistakes corrected, unlink your bank or store, and have your data deleted as far as the law lets us. Write to ${supportEmail}. We answer within 30 days.

## Changes

When this policy changes we show you the new version and ask you to accept it before you go on.
`,
};
