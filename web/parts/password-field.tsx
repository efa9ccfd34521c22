// A field for a password, whose button to show it is named in the person's language.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';

export function PasswordField(props: PasswordInputProps) {
  const { t } = useLanguage();
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t.common.showPassword }} {...props} />;
}
