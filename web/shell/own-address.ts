// Where a resident finds what an address of the managers' part is for: in their own part. Pure.

type OwnAddress =
  | { readonly to: '/own/requests/$requestId'; readonly params: { readonly requestId: string } }
  | { readonly to: '/own/meters/$meterId'; readonly params: { readonly meterId: string } }
  | { readonly to: '/own/account'; readonly search: { readonly apartmentId?: string } }
  | { readonly to: '/own/requests' | '/' };

/** The address in the resident's own part; undefined: the path is theirs, or nobody's. */
export function ownAddress(
  path: string,
  { request }: { readonly request?: string | undefined },
): OwnAddress | undefined {
  const [part, id, apartmentId] = path.split('/').slice(1);
  if (part === 'requests')
    return request ? { to: '/own/requests/$requestId', params: { requestId: request } } : { to: '/own/requests' };
  if (part === 'meters' && id) return { to: '/own/meters/$meterId', params: { meterId: id } };
  if (part === 'receivables') return { to: '/own/account', search: apartmentId ? { apartmentId } : {} };
  if (part === 'payments' || (part === 'invoices' && isStaffPage(id))) return { to: '/own/account', search: {} };
  const isStaffs = ['buildings', 'readings', 'residents', 'settings', 'webhooks'].includes(part ?? '');
  return isStaffs ? { to: '/' } : undefined;
}

/** Whether it is a page of all invoices, and not of one. */
const isStaffPage = (page: string | undefined) => ['', 'generate', 'buildings', 'paper'].includes(page ?? '');
