// The photo of a meter: taken by the phone's camera, scaled down for a slow connection, read by the service and shown beside the digits.
import { Box, Button, FileButton, Group, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, asUpload, type Schemas, unwrap } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { Icon } from '../../parts/icons.tsx';
import { showFailure } from '../../parts/notifications.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './my-home.module.css';
import { shrinkPhoto } from './shrink-photo.ts';

/** A photo, and its reading. */
export type PhotoAnalysis = { readonly file: Blob; readonly read: Schemas['PhotoReading'] | undefined };

export function MeterPhoto({
  meterId,
  seen,
  onSeen,
}: {
  readonly meterId: string;
  readonly seen: PhotoAnalysis | undefined;
  readonly onSeen: (seen: PhotoAnalysis) => void;
}) {
  const { t } = useLanguage();
  const [shown, setShown] = useState(() => seen && URL.createObjectURL(seen.file));
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown)), [shown]);
  const look = useMutation({
    mutationFn: async (taken: File): Promise<PhotoAnalysis> => {
      const file = await shrinkPhoto(taken);
      setShown(URL.createObjectURL(file));
      return { file, read: await recognizePhoto(meterId, file) };
    },
    onSuccess: onSeen,
    onError: (error) => showFailure(t, error),
  });
  return (
    <Box>
      {shown && <img className={classes.photo} src={shown} alt={t.enterReading.photo} />}
      <Group gap="sm" align="center">
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          inputProps={{ capture: 'environment', 'aria-label': t.enterReading.takePhoto }}
          onChange={(taken) => taken && look.mutate(taken)}
        >
          {(props) => (
            <Button {...props} size="md" leftSection={<Icon name="photo" />} disabled={look.isPending}>
              {shown ? t.enterReading.otherPhoto : t.enterReading.takePhoto}
            </Button>
          )}
        </FileButton>
        {look.isPending ? (
          <Group gap="xs" role="status">
            <Loader size="sm" />
            <Text>{t.enterReading.looking}</Text>
          </Group>
        ) : look.isError ? (
          <Button size="md" variant="default" onClick={() => look.mutate(look.variables)}>
            {t.enterReading.lookAgain}
          </Button>
        ) : (
          <Text c="dimmed" fz="sm">
            {t.enterReading.photoLead}
          </Text>
        )}
      </Group>
    </Box>
  );
}

/** The reading of a photo; undefined where the service finds no register. Throws ApiProblem. */
async function recognizePhoto(meterId: string, file: Blob): Promise<PhotoAnalysis['read']> {
  try {
    const analysis = await unwrap(
      api.POST('/meters/ocr', {
        params: { query: { meterId } },
        ...asUpload(file),
      }),
    );
    return analysis.data;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'reading_not_found') return undefined;
    throw error;
  }
}
