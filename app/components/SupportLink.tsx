import { useRouteLoaderData } from '@remix-run/react';
import { Button } from '@shopify/polaris';
import { writeToSupport } from '../../server/domain/basics/way.ts';
import type { loader } from '../routes/app.tsx';

/** Opens a letter to the program's support. */
export function SupportLink() {
  const frame = useRouteLoaderData<typeof loader>('routes/app');
  return frame && <Button url={`mailto:${frame.supportEmail}`}>{writeToSupport}</Button>;
}
