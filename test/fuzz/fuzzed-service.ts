// The throw-away service that the fuzzer asks: a database of its own, listening on this machine, without limits that
// would stop the fuzzer.
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstStartLink } from '../../src/identity/organizations.ts';
import { consoleBase } from '../../src/routes/console/base-path.ts';
import { noRateLimits, openTestService, password, type TestService } from '../service-fixture.ts';
import { type OpenApiDocument, operationsOf } from './documented-operations.ts';
import type { Stage } from './play-step.ts';

export type FuzzedService = Stage & {
  readonly g: TestService;
  /** Stops the service and removes its database. Throws if a statement of the service broke a rule. */
  readonly stop: () => Promise<void>;
};

/** Starts a service on a new database. Needs the temporary PostgreSQL of test/global-setup.ts. */
export async function startFuzzedService(): Promise<FuzzedService> {
  const publicUrl = 'https://haldur.example'; // Passkeys need a name and https.
  const changes = { publicUrl, rateLimits: noRateLimits, trustedProxies: 1, sandboxBank: true };
  const { service: g, close, check, undeclared } = await openTestService(changes);
  await g.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = g.server.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });
  const document = async (path: string) => (await (await fetch(origin + path)).json()) as OpenApiDocument;
  const operations = [
    ...operationsOf(await document('/openapi.json'), g.app.config.basePath),
    ...operationsOf(await document('/console/openapi.json'), consoleBase),
  ];
  await startFirstOrganization(g);
  return {
    g,
    origin,
    agent,
    undeclared,
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    stop: async () => {
      agent.destroy();
      await close();
      check();
    },
  };
}

/** Only the first organization of a service starts by a link, so no life can do that. */
async function startFirstOrganization(g: TestService): Promise<void> {
  const token = (await firstStartLink(g.app))?.split('#')[1];
  const body = { token, organization: 'KÜ Esimene', name: 'Mari Tamm', email: 'first@example.org', password };
  const started = await g.ask('POST', `/${consoleBase}/start`, { body });
  assert.equal(started.status, 200, started.text);
}
