import { FileDownloadIcon } from '@bigcommerce/big-design-icons';
import { lazy, Suspense, useState } from 'react';
import { type ReportName, reportTitles } from '../../../server/domain/reports/reportTitles.ts';
import { FoldingGroup } from '../../layout/FoldingGroup.tsx';
import { SidebarButton } from '../../layout/SidebarLink.tsx';

const ReportDialog = lazy(() => import('../reports/ReportDialog.tsx').then((file) => ({ default: file.ReportDialog })));

const names = Object.keys(reportTitles) as ReportName[];

/** Links to the five downloads; each opens a dialog that asks for what it needs. */
export function SidebarDownloads() {
  const [open, setOpen] = useState<ReportName | null>(null);
  return (
    <>
      <FoldingGroup title="Downloads">
        {names.map((name) => (
          <SidebarButton key={name} icon={<FileDownloadIcon />} onClick={() => setOpen(name)}>
            {reportTitles[name]}
          </SidebarButton>
        ))}
      </FoldingGroup>
      {open !== null && (
        <Suspense>
          <ReportDialog report={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
