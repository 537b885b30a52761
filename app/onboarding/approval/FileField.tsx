import { BlockStack, DropZone, Text } from '@shopify/polaris';
import { documentTexts } from '../../../server/domain/onboarding/stepTexts.ts';

interface FileFieldProps {
  label: string;
  file: File | null;
  onChoose: (file: File) => void;
}

/** A field for one file of a document, chosen from the device or taken by its camera. */
export function FileField({ label, file, onChoose }: FileFieldProps) {
  return (
    <BlockStack gap="100">
      <DropZone
        label={label}
        accept={documentTexts.accept}
        type="file"
        allowMultiple={false}
        variableHeight
        onDropAccepted={([chosen]) => {
          if (chosen) onChoose(chosen);
        }}
      >
        <DropZone.FileUpload actionTitle={file === null ? documentTexts.choose : file.name} />
      </DropZone>
      {file !== null && (
        <Text as="p" tone="subdued">
          Choose again to send another file instead.
        </Text>
      )}
    </BlockStack>
  );
}
