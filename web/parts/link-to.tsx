// Links to other screens in the style of the console.
import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

/** What a component that is drawn as a link is given. */
export type LinkProps<Props> = Props &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { readonly ref?: Ref<HTMLAnchorElement> };

/** A link that looks like a button: it can be opened in another tab. */
const AnchorButton = (props: LinkProps<ButtonProps>) => <Button component="a" {...props} />;

export const LinkTo = createLink(Anchor<'a'>);
export const ButtonTo = createLink(AnchorButton);
