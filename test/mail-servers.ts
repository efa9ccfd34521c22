// Mail for tests: what waits in the outbox, opened; and real mail servers on loopback, honest and hostile.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { openContent } from '../src/mail/outbox.ts';
import type { SmtpServer } from '../src/platform/config/mail-config.ts';
import { portOf } from './receivers.ts';
import type { TestService } from './service-fixture.ts';

/** A letter that waits in the outbox. */
export type WaitingMail = {
  readonly id: string;
  readonly tenantId: string;
  readonly kind: string;
  readonly to: string;
  readonly name: string | null;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly aboutId: string | null;
};

/** The letters that wait in the outbox, over all organizations, the oldest first; `to` narrows them to one address. */
export async function mailsIn(g: TestService, to?: string): Promise<WaitingMail[]> {
  const rows = await g.owner<
    { id: string; tenantId: string; kind: string; to: string; language: string; aboutId: string; content: Buffer }[]
  >`select id, tenant_id, kind, recipient as to, language, about_id, content from mails
     where status = 'pending' and (${to ?? null}::text is null or recipient = ${to ?? null}) order by created_at, id`;
  return rows.map(({ content, ...row }) => ({ ...row, ...openContent(g.app.config, { ...row, content }) }));
}

/** The one link of a letter, as a person would follow it. */
export function linkIn(letter: { readonly text?: string | undefined }): string {
  const links = letter.text?.match(/https?:\/\/\S+/g) ?? [];
  assert.equal(links.length, 1, letter.text);
  return links[0] as string;
}

export type ReceivedMail = Email & {
  readonly raw: string;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly secure: boolean;
  readonly user: string | undefined;
};

export type MailServer = {
  readonly smtp: SmtpServer;
  readonly received: ReceivedMail[];
  /** How many connections there have been. */
  readonly connections: () => number;
};

/** An honest mail server on loopback, without TLS and sign-in unless `options` ask for them; it goes when the test file ends. */
export async function startMailServer(
  options: SMTPServerOptions & { hold?: (to: string) => Promise<void> | undefined } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    closeTimeout: 50,
    async onData(stream, session, done) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part);
      const raw = Buffer.concat(parts);
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map((sMTPServerAddress) => sMTPServerAddress.address);
      await options.hold?.(to.join());
      const envelope = { from: mailFrom === false ? '' : mailFrom.address, to };
      const { secure, user } = session;
      received.push({ ...(await PostalMime.parse(raw)), raw: String(raw), envelope, secure, user });
      done();
    },
    ...options,
  });
  server.on('error', () => {}); // A client that hangs up is what some of these tests are after.
  server.server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  after(() => new Promise<void>((resolve) => server.close(resolve)));
  return { smtp: plainSmtp(portOf(server.server), options.secure), received, connections: () => connections };
}

/** A server that says what `script` says, from the first byte on; for what no honest server does. */
export async function startRawMailServer(script: (socket: Socket) => void): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // The client hangs up on misbehaving servers.
    script(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return plainSmtp(portOf(server));
}

/** A key and a certificate for localhost, made by openssl. */
export function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'haldur-mail-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const subject = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = spawnSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert]);
  assert.equal(made.status, 0, String(made.stderr));
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}

function plainSmtp(port: number, secure = false): SmtpServer {
  return { host: '127.0.0.1', port, secure, user: undefined, password: undefined };
}
