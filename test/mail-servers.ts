// Mail for tests: decrypted e-mails of the outbox, and real mail servers on loopback, well-behaved and hostile.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { after } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { openContent } from '../src/mail/outbox.ts';
import { type LetterHandlers, startSending } from '../src/mail/send-mail.ts';
import type { SmtpServer } from '../src/platform/config/mail-config.ts';
import { portOf } from './receivers.ts';
import type { TestService } from './service-fixture.ts';

/** An e-mail in the outbox. */
type WaitingMail = {
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

/** The e-mails in the outbox, over all organizations, the oldest first; `to` filters by address. */
export async function mailsIn(g: TestService, to?: string): Promise<WaitingMail[]> {
  const rows = await g.owner<
    { id: string; tenantId: string; kind: string; to: string; language: string; aboutId: string; content: Buffer }[]
  >`select id, tenant_id, kind, recipient as to, language, about_id, content from mails
     where status = 'pending' and (${to ?? null}::text is null or recipient = ${to ?? null}) order by created_at, id`;
  return rows.map(({ content, ...row }) => ({ ...row, ...openContent(g.app.config, { ...row, content }) }));
}

/** The one link of an e-mail, as a person would follow it. */
export function linkIn(letter: { readonly text?: string | undefined }): string {
  const links = letter.text?.match(/https?:\/\/\S+/g) ?? [];
  assert.equal(links.length, 1, letter.text);
  return links[0] as string;
}

type ReceivedMail = Email & {
  readonly raw: string;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly secure: boolean;
  readonly user: string | undefined;
};

export type MailServer = {
  readonly smtp: SmtpServer;
  readonly received: ReceivedMail[];
  /** The number of connections so far. */
  readonly connections: () => number;
};

/**
 * A well-behaved mail server on loopback, without TLS and sign-in unless `options` request them; it ends with the test
 * file.
 */
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
      try {
        for await (const part of stream) parts.push(part);
      } catch (error) {
        return done(error as Error); // The client hung up in the middle, so there is no message.
      }
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

/** A server that sends what `script` says, from the first byte on; for what no real server does. */
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

function plainSmtp(port: number, secure = false): SmtpServer {
  return { host: '127.0.0.1', port, secure, user: undefined, password: undefined };
}

/** Runs workers that send to a mail server while `work` runs, with the service's clock. */
export async function withMailWorkers(
  { app }: Pick<TestService, 'app'>,
  smtp: SmtpServer,
  work: () => Promise<void>,
  { handlers, workers = 1 }: { readonly handlers?: LetterHandlers; readonly workers?: number } = {},
): Promise<void> {
  const mail = { smtp, from: { name: 'Haldur', address: 'no-reply@haldur.example' } };
  const sending = { ...app, config: { ...app.config, mail } };
  const senders = await Promise.all(Array.from({ length: workers }, () => startSending(sending, handlers)));
  try {
    await work();
  } finally {
    await Promise.all(senders.map((sender) => sender.stop()));
  }
}
