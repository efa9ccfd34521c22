// A dialog over the screen, with a labelled close button.
import { Modal, type ModalProps } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';
import { useCloseRequest } from './close-request.ts';

export function Dialog(props: Omit<ModalProps, 'closeButtonProps'>) {
  const { t } = useLanguage();
  useCloseRequest(props.opened, props.onClose);
  return <Modal {...props} closeButtonProps={{ 'aria-label': t.common.close }} />;
}
