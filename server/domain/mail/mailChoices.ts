/** The mails that a merchant may switch off, by the field of the record that switches them, in the order of the settings. */
export const mailChoices = [
  {
    field: 'fund_withdraw_email',
    label: 'Before money is drawn from your bank',
    text: 'Two business days before each withdrawal, and a receipt when it has arrived.',
  },
  {
    field: 'gets_monday_email',
    label: 'A summary every Monday',
    text: 'What you spent and repaid last week, and what is drawn this week.',
  },
] as const;
