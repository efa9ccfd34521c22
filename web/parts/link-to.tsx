// Links to other screens that look like the rest.
import { Anchor, Button, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

export const LinkTo = createLink(Anchor<'a'>);
export const ButtonTo = createLink(Button<'a'>);
export const NavTo = createLink(NavLink<'a'>);
