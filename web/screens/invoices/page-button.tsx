// Opens an invoice's page, as its recipient gets it.
import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { openFile } from '../../api/client.ts';
import { sayFailure } from '../../parts/said.tsx';
import { useLanguage } from '../../words/language.tsx';

export function PageButton({
  id,
  label,
  name,
  ...looks
}: {
  readonly id: string;
  readonly label: string;
  /** What is heard, where the label alone does not tell which invoice. */
  readonly name?: string;
} & Pick<ButtonProps, 'size'>) {
  const { t } = useLanguage();
  const show = useMutation({
    mutationFn: () => openFile(`/invoices/${id}/pdf`),
    onError: (error) => sayFailure(t, error),
  });
  return (
    <Button variant="default" loading={show.isPending} aria-label={name} onClick={() => show.mutate()} {...looks}>
      {label}
    </Button>
  );
}
