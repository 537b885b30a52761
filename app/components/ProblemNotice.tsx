import { Banner, type BannerHandles } from '@shopify/polaris';
import { useEffect, useRef } from 'react';

interface ProblemNoticeProps {
  /** Why something was not done, in words; null while there is nothing to say. */
  problem: string | null | undefined;
}

/** A failure that stays until it is dealt with. It takes the focus when it comes, so that nobody misses it. */
export function ProblemNotice({ problem }: ProblemNoticeProps) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (problem) banner.current?.focus();
  }, [problem]);
  if (!problem) return null;
  return (
    <Banner ref={banner} tone="critical">
      <p>{problem}</p>
    </Banner>
  );
}
