// The button that chooses a file. The same file can be chosen again, for people correct files and keep their names.
import { Button, type ButtonProps, FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

export function ChooseFile({
  choose,
  accept,
  inputProps,
  pending = false,
  ...button
}: {
  readonly choose: (file: File) => void;
  readonly accept: string;
  readonly pending?: boolean;
} & Pick<FileButtonProps, 'inputProps'> &
  Pick<ButtonProps, 'children' | 'size' | 'leftSection' | 'disabled' | 'variant'>) {
  const reset = useRef<() => void>(null);
  const chosen = (file: File | null) => {
    if (file !== null) choose(file);
    reset.current?.(); // Otherwise a browser says nothing when a file of the same name is chosen next.
  };
  return (
    <FileButton resetRef={reset} accept={accept} onChange={chosen} {...(inputProps && { inputProps })}>
      {(props) => <Button variant="default" loading={pending} {...button} {...props} />}
    </FileButton>
  );
}
