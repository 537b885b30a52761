import { SaveBar as AdminSaveBar } from '@shopify/app-bridge-react';
import { useUnsavedForm } from './UnsavedForms.tsx';

interface SaveBarProps {
  /** Whether something was typed or chosen that is not saved. */
  isUnsaved: boolean;
  isSaving?: boolean;
  onSave: () => void;
  /** Takes what is not saved back. Left out where nothing can be. */
  onDiscard?: () => void;
  /** The word for saving, where saving does more than that. */
  saveWord?: string;
}

/** The admin's bar for a form with unsaved changes. While it is shown, leaving the page is asked about, by the admin's menu as by the app's own links. */
export function SaveBar({ isUnsaved, isSaving = false, onSave, onDiscard, saveWord }: SaveBarProps) {
  const isShown = useUnsavedForm(isUnsaved);
  return (
    <AdminSaveBar open={isShown}>
      <button type="button" variant="primary" disabled={isSaving} {...(isSaving && { loading: '' })} onClick={onSave}>
        {saveWord}
      </button>
      {onDiscard && <button type="button" disabled={isSaving} onClick={onDiscard} />}
    </AdminSaveBar>
  );
}
