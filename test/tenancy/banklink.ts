// The banklink queries that a second organization tries on the first one's data.
import assert from 'node:assert/strict';
import * as banklink from '../../src/payments/banklink/banklink-queries.ts';
import { orderKey } from '../../src/payments/banklink/initiate-payment.ts';
import { inTenant, serviceCaller } from '../../src/platform/db/scope.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { password, type TestOrganization, type TestService } from '../service-fixture.ts';
import { page, type TenancyQueries } from './two-organizations.ts';

/** Gives an organization a bank, a payment started there, and a callback about it. */
export async function fillBanklink(
  g: TestService,
  { tenantId, owner: as }: TestOrganization,
  invoiceId: string,
  word: string,
) {
  const body = { name: word, provider: 'montonio', merchant: word, secretKey: word, password };
  const bank = await g.ask('POST', '//console/api/banks', { as, body });
  const begun = await g.ask('POST', '/payments/banklink', { as, body: { invoiceId } });
  await g.ask('GET', `//callbacks/banklink/${word}?order=${orderKey(tenantId, begun.data.id)}`);
  const [callback] = await g.owner<{ id: string }[]>`
    select id from banklink_callbacks where tenant_id = ${tenantId}`;
  return inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    const [found, order] = await Promise.all([
      banklink.findBank(scope, bank.data.id),
      banklink.lockOrder(scope, begun.data.id),
    ]);
    assert.ok(found && order && callback);
    return { bank: found, order, callbackId: callback.id, ids: [found.id, order.id, callback.id] };
  });
}

export const banklinkQueries: TenancyQueries = ({ invoiceId, banklink: { bank, order } }) => ({
  listBanks: (s) => banklink.listBanks(s, page),
  findBanks: async (s) => (await banklink.findBanks(s)).length - 1,
  findBank: (s) => banklink.findBank(s, bank.id),
  lockBank: (s) => banklink.lockBank(s, bank.id),
  insertBank: (s) => {
    const own = { id: newId(), name: newId(), title: 'own', terms: { url: '', merchant: '' }, keys: Buffer.alloc(1) };
    return banklink.insertBank(s, { ...bank, ...own, provider: 'montonio' });
  },
  updateBank: (s) => banklink.updateBank(s, { ...bank, title: 'taken over' }),
  archiveBank: (s) => banklink.archiveBank(s, bank.id),
  findPayee: (s) => banklink.findPayee(s, invoiceId),
  insertOrder: (s) => banklink.insertOrder(s, { ...order, id: newId(), stamp: '1' }),
  orderExists: (s) => banklink.orderExists(s, order.id),
  findOrder: (s) => banklink.findOrder(s, order.id),
  lockOrder: (s) => banklink.lockOrder(s, order.id),
  updateOrder: (s) => banklink.updateOrder(s, { ...order, status: 'failed' }),
  insertCallback: (s) =>
    banklink.insertCallback(
      s,
      { id: newId(), orderId: order.id, at: order.createdAt, method: 'GET', outcome: 'paid' },
      100,
    ),
  listCallbacks: (s) => banklink.listCallbacks(s, { orderId: order.id }, { ...page, by: 'at' }),
});
