// A dialog over the screen, with a labelled close button; on a phone it fills the window.
import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useLanguage } from '../words/language.tsx';

export function Dialog(props: Omit<ModalProps, 'closeButtonProps' | 'fullScreen'>) {
  const { t } = useLanguage();
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  return <Modal {...props} fullScreen={!isWide} closeButtonProps={{ 'aria-label': t.common.close }} />;
}
