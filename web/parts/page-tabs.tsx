// The parts of a page as tabs, each with an address of its own. Only the shown part is there.
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

export function PageTabs<Tab extends string>({
  tabs,
  shown,
  titles,
  choose,
  children,
}: {
  readonly tabs: readonly Tab[];
  readonly shown: Tab;
  readonly titles: Readonly<Record<Tab, string>>;
  readonly choose: (tab: Tab) => void;
  /** The part that is shown. */
  readonly children: ReactNode;
}) {
  return (
    <Tabs
      value={shown}
      keepMounted={false}
      onChange={(next) => {
        const tab = tabs.find((each) => each === next);
        if (tab !== undefined) choose(tab);
      }}
    >
      <Tabs.List mb="md">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {titles[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown}>{children}</Tabs.Panel>
    </Tabs>
  );
}
