// Notifications and confirmation dialogs beside every screen. The first screen does not wait for them.
import '@mantine/notifications/styles.css';
import { useResizeObserver } from '@mantine/hooks';
import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { ConfirmIdentity } from '../parts/confirm-identity.tsx';
import { overlaysAreReady } from '../parts/overlays-ready.ts';
import classes from './overlays.module.css';

export function Overlays() {
  const [ref, { height }] = useResizeObserver();
  useEffect(() => overlaysAreReady({ modals, notifications }), []);
  // The page makes room for as much: see theme.css.
  useEffect(() => document.documentElement.style.setProperty('--haldur-toasts', `${Math.ceil(height)}px`), [height]);
  return (
    <>
      <div ref={ref} className={classes.toasts}>
        <Notifications position="top-center" withinPortal={false} limit={1} />
      </div>
      <ModalsProvider>{null}</ModalsProvider>
      <ConfirmIdentity />
    </>
  );
}
