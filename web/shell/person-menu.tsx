// The person's own menu: language, light or dark, and signing out.
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { languages } from '../../src/platform/values/languages.ts';
import { consoleApi, unwrap } from '../api/client.ts';
import { personQuery, useIsAllowed, usePerson } from '../api/person.ts';
import { signOut } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Icon } from '../parts/icons.tsx';
import { languageNames, useLanguage } from '../words/language.tsx';
import { PersonButton } from './person-button.tsx';

type Props = { readonly opened: boolean; readonly onChange: (opened: boolean) => void };

export function PersonMenu({ opened, onChange }: Props) {
  const { t, language, choose } = useLanguage();
  const person = usePerson();
  const client = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keep = useMutation({
    mutationFn: async (next: typeof language) =>
      (await unwrap(consoleApi.PATCH('/me', { body: { language: next } }))).data,
    onSuccess: (data) => client.setQueryData(personQuery.queryKey, data),
  });
  const mayManage = useIsAllowed('manage');
  const navigate = useNavigate();
  const showSteps = useAction(() => unwrap(consoleApi.PATCH('/first-steps', { body: { shown: true } })), {
    next: () => navigate({ to: '/' }),
  });
  const leave = useAction(signOut);
  const schemes: readonly [MantineColorScheme, string][] = [
    ['auto', t.common.system],
    ['light', t.common.light],
    ['dark', t.common.dark],
  ];
  const oneOf = (is: boolean) => ({
    'aria-current': is,
    rightSection: is ? <Icon name="check" size={16} /> : undefined,
  });
  return (
    <Menu
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      floatingStrategy="fixed"
      width="calc(min(15rem, 100vw - 1rem))"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <PersonButton />
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - var(--haldur-header) - 1rem)" style={{ overflow: 'hidden auto' }}>
        <Menu.Label style={{ overflowWrap: 'anywhere' }}>
          {person.name} · {t.common.roles[person.role]}
          <br />
          {person.email}
        </Menu.Label>
        <Menu.Item component={Link} to="/account">
          {t.account.title}
        </Menu.Item>
        {mayManage && <Menu.Item onClick={() => showSteps.mutate()}>{t.home.steps}</Menu.Item>}
        <Menu.Divider />
        <Menu.Label>{t.common.language}</Menu.Label>
        {languages.map((name) => (
          <Menu.Item
            key={name}
            lang={name}
            {...oneOf(name === language)}
            onClick={() => {
              choose(name);
              keep.mutate(name);
            }}
          >
            {languageNames[name]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t.common.appearance}</Menu.Label>
        {schemes.map(([scheme, name]) => (
          <Menu.Item key={scheme} {...oneOf(scheme === colorScheme)} onClick={() => setColorScheme(scheme)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => leave.mutate(undefined)}>{t.common.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
