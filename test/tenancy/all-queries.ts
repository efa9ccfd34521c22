// Every query of every module, as a second organization tries it on the first one's data.
import { lockMoney } from '../../src/platform/db/locks.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../../src/platform/db/scope.ts';
import type { TestOrganization } from '../service-fixture.ts';
import { auditLogQueries } from './audit-log.ts';
import { banklinkQueries } from './banklink.ts';
import { billingQueries, ledgerQueries } from './billing.ts';
import { handOverQueries } from './handovers.ts';
import {
  identityQueries,
  linkedAccountQueries,
  organizationQueries,
  secondFactorQueries,
  signInQueries,
} from './identity.ts';
import { mailQueries, testMailboxQueries } from './mail.ts';
import { maintenanceQueries } from './maintenance.ts';
import { measuringQueries, meteringQueries, remindingQueries } from './metering.ts';
import { overviewQueries } from './overview.ts';
import { accountQueries, importingQueries, paymentsQueries, receivablesQueries } from './payments.ts';
import { platformQueries } from './platform.ts';
import { accountDataQueries, erasureQueries, ownAccountQueries, personQueries, retentionQueries } from './privacy.ts';
import { propertyQueries } from './properties.ts';
import { requestLogQueries } from './request-log.ts';
import { residentsQueries } from './residents.ts';
import { searchQueries } from './search.ts';
import { sendingQueries } from './sending.ts';
import type { TenancyQueries } from './two-organizations.ts';
import { webhookAdminQueries, webhookQueries } from './webhooks.ts';

/** How the second organization calls each query, by the query's name. */
export const allQueries: TenancyQueries = (theirs) => ({
  ...platformQueries(theirs),
  ...mailQueries(theirs),
  ...testMailboxQueries(theirs),
  ...identityQueries(theirs),
  ...organizationQueries(theirs),
  ...signInQueries(theirs),
  ...secondFactorQueries(theirs),
  ...linkedAccountQueries(theirs),
  ...propertyQueries(theirs),
  ...retentionQueries(theirs),
  ...erasureQueries(theirs),
  ...ownAccountQueries(theirs),
  ...accountDataQueries(theirs),
  ...personQueries(theirs),
  ...meteringQueries(theirs),
  ...measuringQueries(theirs),
  ...remindingQueries(theirs),
  ...billingQueries(theirs),
  ...sendingQueries(theirs),
  ...ledgerQueries(theirs),
  ...maintenanceQueries(theirs),
  ...residentsQueries(theirs),
  ...handOverQueries(theirs),
  ...banklinkQueries(theirs),
  ...withMoney(paymentsQueries(theirs)),
  ...receivablesQueries(theirs),
  ...accountQueries(theirs),
  ...withMoney(importingQueries(theirs)),
  ...webhookQueries(theirs),
  ...webhookAdminQueries(theirs),
  ...overviewQueries(theirs),
  ...searchQueries(theirs),
  ...requestLogQueries(theirs),
  ...auditLogQueries(theirs),
});

/** The same queries under the lock of the money, which some of them need. */
function withMoney(queries: ReturnType<TenancyQueries>): ReturnType<TenancyQueries> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [
      name,
      async (scope: Scope) => {
        await lockMoney(scope);
        return query(scope);
      },
    ]),
  );
}

/** Queries as an organization; a violated constraint is an answer too. */
export async function askAs(
  app: AppContext,
  organization: TestOrganization,
  ask: (scope: Scope) => Promise<unknown>,
): Promise<string> {
  try {
    return JSON.stringify((await inTenant(app, serviceCaller(organization.tenantId), ask)) ?? null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(23|42501)/.test(String(error.code))) return String(error.code);
    throw error;
  }
}
