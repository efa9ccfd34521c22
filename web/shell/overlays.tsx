// Notifications and confirmation dialogs beside every screen. The first screen does not wait for them.
import '@mantine/notifications/styles.css';
import { useResizeObserver } from '@mantine/hooks';
import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { dialogsAreReady } from '../parts/confirm.ts';
import { ConfirmIdentity } from '../parts/confirm-identity.tsx';
import classes from './overlays.module.css';

export function Overlays() {
  const [ref, { height }] = useResizeObserver();
  useEffect(() => dialogsAreReady(modals), []);
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
