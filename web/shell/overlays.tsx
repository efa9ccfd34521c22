// Notifications and confirmation dialogs beside every screen. The first screen does not wait for them.
import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

export function Overlays() {
  return (
    <>
      <Notifications position="bottom-right" />
      <ModalsProvider>{null}</ModalsProvider>
    </>
  );
}
