import { BlockStack, FormLayout, SkeletonBodyText, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { getLimitWhatIf, LimitLeversAnswer } from '../../server/contract/spendingPower.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { imaginedSalesWords, readTypedSales, typedFrom } from '../../server/domain/spendingPower/imaginedSales.ts';
import { limitTexts } from '../../server/domain/spendingPower/limitTexts.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useAnswer } from '../useAnswer.ts';

/** A form for other sales, and the limit that they would make. It asks and changes nothing. */
export function WhatIf({ answer, token }: { answer: LimitLeversAnswer; token: string }) {
  const [typed, setTyped] = useState(() => typedFrom(answer));
  const { imagined, problems } = readTypedSales(typed, answer);
  const input = imagined && { params: { token }, query: imagined.query };
  const { answer: limit, problem, readAgain } = useAnswer<typeof getLimitWhatIf>('GET /api/users/:token/limit_what_if', input);
  return (
    <TitledCard title={limitTexts.whatIf}>
      <Text as="p" tone="subdued">
        {limitTexts.imagine}
      </Text>
      <FormLayout>
        <TextField
          label={limitTexts.imagined.monthly}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          maxLength={typedLengths.dollars}
          value={typed.monthly}
          error={problems.monthly ?? false}
          onChange={(monthly) => setTyped({ ...typed, monthly })}
        />
        <TextField
          label={limitTexts.imagined.returned}
          suffix="%"
          inputMode="decimal"
          autoComplete="off"
          maxLength={typedLengths.dollars}
          value={typed.returned}
          error={problems.returned ?? false}
          onChange={(returned) => setTyped({ ...typed, returned })}
        />
        <TextField
          label={limitTexts.imagined.secondStore}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          maxLength={typedLengths.dollars}
          value={typed.secondStore}
          error={problems.secondStore ?? false}
          onChange={(secondStore) => setTyped({ ...typed, secondStore })}
        />
      </FormLayout>
      <div aria-live="polite">
        <BlockStack gap="200">
          {imagined !== null && limit !== null && <Text as="p">{imaginedSalesWords({ ...limit, said: imagined.said })}</Text>}
          {limit !== null && limit.ceiling !== null && <Text as="p">{limit.ceiling}</Text>}
          {imagined !== null && limit === null && problem === null && <SkeletonBodyText lines={2} />}
          <ProblemBanner problem={problem} onRetry={readAgain} />
        </BlockStack>
      </div>
    </TitledCard>
  );
}
