// A form that a link of another page opens: the link ends with its name, `#new-building`.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';

/** The forms that links open. */
export type LinkedForm =
  | 'new-building'
  | 'sender-details'
  | 'paste-apartments'
  | 'typical-charges'
  | 'bank-account'
  | 'building-sender'
  | 'import-meters'
  | 'invite';

/** Whether the dialog is open: by its button, or, if it has a name, by a link. */
export function useOpenedByLink(name: LinkedForm | undefined) {
  const navigate = useNavigate();
  const isLinked = useLocation({ select: ({ hash }) => hash === name });
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    if (isLinked) void navigate({ to: '.', search: true, hash: '', replace: true });
  };
  return [isOpen || isLinked, { open: () => setIsOpen(true), close }] as const;
}

/** Puts the focus into the first field of a form of the page when a link leads there. */
export function useLinkedField(name: LinkedForm) {
  const navigate = useNavigate();
  const isLinked = useLocation({ select: ({ hash }) => hash === name });
  return useCallback(
    (field: HTMLInputElement | null) => {
      if (!isLinked || field === null) return;
      field.focus();
      void navigate({ to: '.', search: true, hash: '', replace: true });
    },
    [isLinked, navigate],
  );
}
