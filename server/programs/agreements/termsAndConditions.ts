import type { AgreementText } from './define.ts';

export const termsAndConditions: AgreementText = {
  version: '2026-11-26',
  inShort: ({ netTerms }) => [
    'It is for businesses in the United States only. Your spending power follows your sales and is not a promise to lend.',
    `Each purchase is due ${netTerms.days} ${netTerms.type} days after it was made, and is drawn from the bank account that you link.`,
    'You can pay sooner at any time, at no cost.',
    'When a draw is returned, the card is paused and we try once more two business days later.',
  ],
  text: ({ name, supportEmail, netTerms }) => `
# ${name} Terms and Conditions

These terms are between your business and ${name}. Please read them whole: they say what you get, what you owe, and when.

## The service

${name} gives your business a charge card and a spending power that follows its sales. It is for businesses in the United States only, not for personal, family or household use.

## Your account

- You must be 18 or over and allowed to bind the business.
- What you tell us must be true and complete, and you tell us when it changes.
- Keep your sign-in to yourself. Tell us at once when you think that somebody else has used it.

## Spending power

We work out your spending power from the sales of the store or accounting system that you connect. It rises and falls with them and is not a promise to lend. We may lower it, or pause the card, when sales fall, when the connection to your store or bank breaks, when a repayment fails, or when we suspect fraud. The dashboard shows how it was worked out.

## Repayment

- Each purchase is due **${netTerms.days} ${netTerms.type} days** after it was made, unless your dashboard shows other terms for you.
- You authorize ${name} to draw what is due from the bank account that you linked, by electronic debit, on the due date or on the next day on which banks are open.
- Keep enough money in the account. When a draw is returned, what it was to pay is owed again, the card is paused, and we try once more two business days later.
- You can pay sooner at any time, at no cost.
- You may withdraw the authorization by writing to ${supportEmail}. Your card is then paused, and what you owe stays due on its dates.

## Your store and your bank

You allow us to read your sales and your account through the providers that you connect. You may disconnect either at any time; without them we cannot keep your spending power up.

## What you may not do

Do not use the card for anything illegal, for cash advances, to pay yourself, or for a business other than the one that was verified.

## Ending

You may close your account when nothing is owed. We may close it when these terms are broken or the law obliges us. What is owed stays owed.

## Liability

The service is offered as it is. Neither of us owes the other for lost profits. Nothing here takes away rights that the law does not let you give up.

## Law and disputes

The law of the State of New York applies. Write to ${supportEmail} first; most things are settled in a few days.

## Changes

When these terms change we show you the new version and ask you to accept it before you go on.
`,
};
