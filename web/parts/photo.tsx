// A photo for signed-in people only: fetched with the token, shown small, and in full when it is clicked.
import { Image, Loader, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { fetchFileUrl } from '../api/client.ts';
import { Dialog } from './dialog.tsx';

/** The photo as an object URL. */
export function usePhoto(path: string) {
  return useQuery({ queryKey: ['photo', path], queryFn: () => fetchFileUrl(path), staleTime: Infinity });
}

export function Photo({ path, label, size }: { readonly path: string; readonly label: string; readonly size: number }) {
  const [opened, { open, close }] = useDisclosure();
  const photo = usePhoto(path);
  if (photo.isPending) return <Loader type="dots" />;
  if (photo.data === undefined) return null;
  return (
    <>
      <UnstyledButton onClick={open} aria-label={label}>
        <Image src={photo.data} alt={label} w={size} h={size} radius="md" fit="contain" />
      </UnstyledButton>
      <Dialog opened={opened} onClose={close} title={label} size="xl">
        <Image src={photo.data} alt={label} mah="75dvh" fit="contain" />
      </Dialog>
    </>
  );
}
