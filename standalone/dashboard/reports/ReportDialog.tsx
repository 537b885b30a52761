import { Modal } from '@bigcommerce/big-design';
import { reportForms } from './reportForms.tsx';
import { Explanation } from './reportStyles.ts';
import { type ReportName, reportTitles } from './reportTitles.ts';

/** One download, over whatever page is open; it closes when the download has begun. */
export function ReportDialog({ report, onClose }: { report: ReportName; onClose: () => void }) {
  const { explanation, form } = reportForms[report];
  return (
    <Modal variant="modal" header={reportTitles[report]} isOpen onClose={onClose} closeOnEscKey closeOnClickOutside>
      <Explanation>{explanation}</Explanation>
      {form(onClose)}
    </Modal>
  );
}
