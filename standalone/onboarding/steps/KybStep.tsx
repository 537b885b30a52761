import { kybTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { KybPages } from '../kyb/KybPages.tsx';
import { useKyb } from '../kyb/useKyb.ts';

/** The business verification form, opened at the page where the merchant left it. */
export function KybStep() {
  const { data, error, refetch } = useKyb();
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading your form" lines={10} />;
  if (data.may_submit) return <KybPages saved={data} />;
  return <StepHeading lead={kybTexts.closed}>Business verification</StepHeading>;
}
