// Opens an invoice's page as it is now, or the pages of some as they are handed over on paper.
import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { openFile } from '../../api/client.ts';
import { showFailure } from '../../parts/notifications.tsx';
import { useLanguage } from '../../words/language.tsx';

type FileButtonProps = { readonly label: string } & Pick<ButtonProps, 'size'>;

export function PageButton({ id, ...looks }: { readonly id: string } & FileButtonProps) {
  return <FileButton open={() => openFile(`/invoices/${id}/pdf`)} {...looks} />;
}

/** What is printed is no draft: it is sent by being handed over. */
export function PrintButton({
  ids: [first = '', ...others],
  ...looks
}: { readonly ids: readonly string[]; readonly name?: string } & FileButtonProps) {
  const query = others.length > 0 ? `?with=${others.join(',')}` : '';
  return <FileButton open={() => openFile(`/invoices/${first}/paper${query}`, 'door')} {...looks} />;
}

function FileButton({
  open,
  label,
  name,
  ...looks
}: {
  readonly open: () => Promise<void>;
  /** What is heard, where the label alone does not tell which invoice. */
  readonly name?: string;
} & FileButtonProps) {
  const { t } = useLanguage();
  const show = useMutation({
    mutationFn: open,
    onError: (error) => showFailure(t, error),
  });
  return (
    <Button variant="default" loading={show.isPending} aria-label={name} onClick={() => show.mutate()} {...looks}>
      {label}
    </Button>
  );
}
