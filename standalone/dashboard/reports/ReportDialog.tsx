import { Modal } from '@bigcommerce/big-design';
import styled from 'styled-components';
import { type ReportName, reportTitles } from '../../../server/domain/reports/reportTitles.ts';
import { DialogBody } from '../../layout/DialogBody.tsx';
import { AccountingReport } from './AccountingReport.tsx';
import { RangeReportForm } from './RangeReportForm.tsx';
import { rangeReports } from './rangeReports.ts';
import { StatementsReport } from './StatementsReport.tsx';

/** Adds the bottom padding that BigDesign leaves out when a dialog has no buttons of its own. */
const Body = styled(DialogBody)`
  padding-bottom: 1.5rem;
`;

interface ReportDialogProps {
  report: ReportName;
  onClose: () => void;
}

/** A dialog for one download; it closes when the download starts. */
export function ReportDialog({ report, onClose }: ReportDialogProps) {
  return (
    <Modal variant="modal" header={reportTitles[report]} isOpen onClose={onClose} closeOnEscKey closeOnClickOutside>
      <Body title={reportTitles[report]}>
        <Form report={report} onClose={onClose} />
      </Body>
    </Modal>
  );
}

function Form({ report, onClose }: ReportDialogProps) {
  switch (report) {
    case 'statements':
      return <StatementsReport onStart={onClose} />;
    case 'accounting':
      return <AccountingReport onStart={onClose} />;
    default:
      return <RangeReportForm report={rangeReports[report]} onStart={onClose} />;
  }
}
