// A resident's maintenance request in a list: its title, a day or time, and its status.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkTo } from '../../parts/link-to.tsx';
import classes from './my-home.module.css';

export function RequestLine({
  request: { id, title },
  at,
  children,
}: {
  readonly request: { readonly id: string; readonly title: string };
  readonly at: string;
  readonly children: ReactNode;
}) {
  return (
    <LinkTo to="/own/requests/$requestId" params={{ requestId: id }} className={classes.line} underline="never">
      <div>
        <Text fw={600}>{title}</Text>
        <Text fz="sm" c="dimmed">
          {at}
        </Text>
      </div>
      {children}
    </LinkTo>
  );
}
