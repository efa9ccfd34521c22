// The photo of a meter: taken by the phone's camera, read by the service and shown beside the digits.
import { Box, Button, Group, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { api, asUpload, unwrap } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { ActionFailure } from '../../parts/action-button.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './my-home.module.css';
import { findPhotoFault } from './photo-fault.ts';
import { type Frame, findRegister, inPercent } from './register-frame.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/**
 * A photo, and what its reading gave: none yet, digits, no register found, a failure, or `poor`: it was not read, as it
 * is too dark or blurred. It is sent with the digits in every case. `fault` is what is wrong with the photo itself.
 */
export type PhotoAnalysis = {
  readonly file: File;
  readonly result?: 'read' | 'not_found' | 'failed' | 'poor';
  readonly read?: Schemas['PhotoReading'] | undefined;
  readonly fault?: PhotoProblem | undefined;
};
export type PhotoProblem = NonNullable<Schemas['PhotoReading']['photoProblem']>;

export function MeterPhoto({
  meterId,
  seen,
  onSeen,
}: {
  readonly meterId: string;
  readonly seen: PhotoAnalysis | undefined;
  readonly onSeen: (seen: PhotoAnalysis | undefined) => void;
}) {
  const { t } = useLanguage();
  const look = useMutation({
    mutationFn: async ({ file, anyway }: { file: File; anyway: boolean }): Promise<PhotoAnalysis> => {
      const fault = anyway ? undefined : await findPhotoFault(file);
      return fault === undefined ? recognizePhoto(meterId, file) : { file, result: 'poor', fault };
    },
    onMutate: ({ file }) => onSeen({ file }),
    onSuccess: onSeen,
    onError: () => onSeen(undefined),
  });
  return (
    <Box>
      {seen && <Preview file={seen.file} register={findRegister(seen.read?.digits ?? [])} />}
      <Group gap="sm" align="center">
        <ChooseFile
          accept="image/jpeg,image/png,image/webp"
          inputProps={{ capture: 'environment', 'aria-label': t.enterReading.takePhoto }}
          choose={(file) => look.mutate({ file, anyway: false })}
          variant="filled"
          size="md"
          leftSection={<Icon name="photo" />}
          disabled={look.isPending}
        >
          {seen ? t.enterReading.otherPhoto : t.enterReading.takePhoto}
        </ChooseFile>
        {seen && !look.isPending && (
          <>
            {seen.result !== 'read' && (
              <Button size="md" variant="default" onClick={() => look.mutate({ file: seen.file, anyway: true })}>
                {seen.result === 'poor' ? t.enterReading.lookAnyway : t.enterReading.lookAgain}
              </Button>
            )}
            <Button size="md" variant="subtle" color="red" onClick={() => onSeen(undefined)}>
              {t.enterReading.removePhoto}
            </Button>
          </>
        )}
        {look.isPending ? (
          <Group gap="xs" role="status">
            <Loader size="sm" />
            <Text>{t.enterReading.looking}</Text>
          </Group>
        ) : (
          seen === undefined && (
            <Text c="dimmed" fz="sm">
              {t.enterReading.photoLead}
            </Text>
          )
        )}
      </Group>
      <ActionFailure action={look} />
    </Box>
  );
}

function Preview({ file, register }: { readonly file: File; readonly register: Frame | undefined }) {
  const { t } = useLanguage();
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setShown(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (shown === undefined) return null;
  return (
    <Box className={classes.preview}>
      <div className={classes.framed}>
        <img src={shown} alt={t.enterReading.photo} />
        {register && <div className={classes.register} style={inPercent(register)} data-register />}
      </div>
    </Box>
  );
}

/** How long a person waits for the digits before typing them, in milliseconds. */
const readingTimeoutMs = 45_000;

/**
 * Reads a photo. A failure of the reading is a result; throws ApiProblem only when the service rejects the photo
 * itself.
 */
async function recognizePhoto(meterId: string, file: File): Promise<PhotoAnalysis> {
  try {
    const analysis = await unwrap(
      api.POST('/meters/ocr', {
        params: { query: { meterId } },
        ...asUpload(await shrinkPhoto(file)),
        signal: AbortSignal.timeout(readingTimeoutMs),
      }),
    );
    return { file, result: 'read', read: analysis.data, fault: analysis.data.photoProblem };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === 'reading_not_found') return { file, result: 'not_found', fault: faultOf(error) };
    if (rejectsPhoto(error)) throw error;
    return { file, result: 'failed' };
  }
}

function faultOf({ problems }: ApiProblem): PhotoProblem | undefined {
  const code = problems[0]?.code;
  return code === undefined || code === 'reading_not_found' ? undefined : (code as PhotoProblem);
}

/** Whether the file is no photo that the service accepts: sending it again has no use. */
function rejectsPhoto({ status }: ApiProblem): boolean {
  return status === 400 || status === 413 || status === 415 || status === 422;
}
