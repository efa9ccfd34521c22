// A dialog that a link of another page opens: the link ends with its name, `#new-building`.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

/** The forms that links open. */
export type LinkedForm = 'new-building' | 'paste-apartments' | 'typical-charges' | 'import-meters';

/** Whether the dialog is open: by its button, or by a link. */
export function useOpenedByLink(name: LinkedForm) {
  const navigate = useNavigate();
  const isLinked = useLocation({ select: ({ hash }) => hash === name });
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    if (isLinked) void navigate({ to: '.', search: true, hash: '', replace: true });
  };
  return [isOpen || isLinked, { open: () => setIsOpen(true), close }] as const;
}
