// A dialog over the screen, with a labelled close button.
import { Modal, type ModalProps } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';

export function Dialog(props: Omit<ModalProps, 'closeButtonProps'>) {
  const { t } = useLanguage();
  return <Modal {...props} closeButtonProps={{ 'aria-label': t.common.close }} />;
}
