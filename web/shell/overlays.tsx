// What stands beside every screen: notes at its edge, and questions before something is done. No first screen waits for them.
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
