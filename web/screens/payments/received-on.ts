// Which account received money, and whose it is, as text.
import { useBuildings } from '../../api/shared-queries.ts';
import { ibanText } from '../../parts/iban-text.ts';
import { useLanguage } from '../../words/language.tsx';

/** The buildings of an account, and these with the account; empty where the account is not known. */
export function useReceivedOn(): (account: string | null) => { readonly buildings: string; readonly text: string } {
  const { t } = useLanguage();
  const all = useBuildings().data;
  return (account) => {
    if (account === null || account === '' || all === undefined) return { buildings: '', text: '' };
    const names = all.filter(({ billing }) => billing.iban === account).map(({ name }) => name);
    const buildings = names.join(', ') || t.payments.accountOfNone;
    return { buildings, text: `${buildings} · ${ibanText(account)}` };
  };
}
