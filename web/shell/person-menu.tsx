// The person's own menu: language, light or dark, and signing out.
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Language, languages } from '../../src/platform/values/languages.ts';
import { consoleApi, unwrap } from '../api/client.ts';
import { personQuery, useIsAllowed, usePerson } from '../api/person.ts';
import { signOut } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Icon } from '../parts/icons.tsx';
import { showWithUndo } from '../screens/payments/show-with-undo.tsx';
import { languageNames, useLanguage } from '../words/language.tsx';
import { wordsOf } from '../words/load-words.ts';
import { PersonButton } from './person-button.tsx';

type Props = { readonly opened: boolean; readonly onChange: (opened: boolean) => void };

/** Chooses the language of the page and of e-mails to the person: that of those is said in it, and can be undone. */
function useChooseLanguage(): (next: Language) => void {
  const { language, choose } = useLanguage();
  const before = usePerson().language;
  const client = useQueryClient();
  const keep = async (next: Language) => {
    const { data } = await unwrap(consoleApi.PATCH('/me', { body: { language: next } }));
    client.setQueryData(personQuery.queryKey, data);
  };
  const write = useMutation({
    mutationFn: async (next: Language) => {
      await keep(next);
      if (next === before) return;
      const words = await wordsOf(next);
      showWithUndo(words, words.account.lettersToo, () => {
        choose(language);
        return keep(before);
      });
    },
  });
  return (next) => {
    choose(next);
    write.mutate(next);
  };
}

export function PersonMenu({ opened, onChange }: Props) {
  const { t, language } = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const person = usePerson();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
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
          <Menu.Item key={name} lang={name} {...oneOf(name === language)} onClick={() => chooseLanguage(name)}>
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
