// Which account received money, and whose it is, as text.
import { useBuildings } from '../../api/shared-queries.ts';
import { ibanText } from '../../parts/iban-text.ts';
import { useLanguage } from '../../words/language.tsx';

/** The buildings of an account, and these with the account. */
export function useReceivedOn(): (account: string | null) => { readonly buildings: string; readonly text: string } {
  const { t } = useLanguage();
  const all = useBuildings().data;
  return (account) => {
    if (account === null || account === '') return { buildings: '', text: t.payments.accountUnknown };
    if (all === undefined) return { buildings: '', text: '' };
    const names = all.filter(({ billing }) => billing.iban === account).map(({ name }) => name);
    const buildings = names.join(', ') || t.payments.accountOfNone;
    return { buildings, text: `${buildings} · ${ibanText(account)}` };
  };
}
