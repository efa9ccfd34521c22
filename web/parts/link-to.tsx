// Links to other screens in the style of the console.
import { Anchor, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type LinkProps<Props> = Props &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { readonly ref?: Ref<HTMLAnchorElement> };

/** A link that looks like a button: it can be opened in another tab. */
const AnchorButton = (props: LinkProps<ButtonProps>) => <Button component="a" {...props} />;

/** A link of a list of places. */
const AnchorNavLink = (props: LinkProps<NavLinkProps>) => <NavLink component="a" {...props} />;

export const LinkTo = createLink(Anchor<'a'>);
export const ButtonTo = createLink(AnchorButton);
export const NavLinkTo = createLink(AnchorNavLink);
