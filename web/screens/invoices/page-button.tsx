// Opens a PDF: of an invoice, of several for printing, or another one.
import type { ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { openFile } from '../../api/client.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useLanguage } from '../../words/language.tsx';

type FileButtonProps = { readonly label: string } & Pick<ButtonProps, 'size'>;

export function PageButton({ id, ...looks }: { readonly id: string } & FileButtonProps) {
  return <FileButton open={() => openFile(`/invoices/${id}/pdf`)} {...looks} />;
}

/** A printed invoice is no draft: it is sent by handing it over. */
export function PrintButton({
  ids: [first = '', ...others],
  ...looks
}: { readonly ids: readonly string[]; readonly name?: string } & FileButtonProps) {
  const query = others.length > 0 ? `?with=${others.join(',')}` : '';
  return <FileButton open={() => openFile(`/invoices/${first}/paper${query}`, 'console')} {...looks} />;
}

/** The maximum number of invoices in one PDF. */
export const printedAtOnce = 50;

/** The buttons that print invoices, each on its own sheet: one PDF, or, of many, “1 of 4” and so on. */
export function PrintButtons({ ids, ...looks }: { readonly ids: readonly string[] } & Pick<ButtonProps, 'size'>) {
  const { t } = useLanguage();
  const parts = Math.ceil(ids.length / printedAtOnce);
  return Array.from({ length: parts }, (_, index) => (
    <PrintButton
      key={ids[index * printedAtOnce]}
      ids={ids.slice(index * printedAtOnce, (index + 1) * printedAtOnce)}
      label={
        parts === 1
          ? t.paperInvoices.printAll({ count: ids.length })
          : t.paperInvoices.printPart({ part: index + 1, parts })
      }
      {...looks}
    />
  ));
}

/** Opens a PDF in a new tab. */
export function FileButton({
  open,
  label,
  name,
  ...looks
}: {
  readonly open: () => Promise<void>;
  /** The label for screen readers, where the visible label does not name the invoice. */
  readonly name?: string;
} & FileButtonProps) {
  const show = useMutation({ mutationFn: open });
  return (
    <ActionButton variant="default" action={show} aria-label={name} onClick={() => show.mutate()} {...looks}>
      {label}
    </ActionButton>
  );
}
