// A process that sends invoices and is killed by kill -9 at a given step, for tests. Arguments: database, SMTP port,
// secret key, data folder, step.
import { makeInvoiceLetterHandler } from '../src/invoicing/sending/invoice-letter-handler.ts';
import type { LetterHandler } from '../src/mail/send-mail.ts';
import { startSending } from '../src/mail/send-mail.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { connect } from '../src/platform/db/pool.ts';
import { makeLog } from '../src/platform/log.ts';
import { connectionTo } from './postgres-server.ts';

const [database, port = '', secretKey = '', DATA_DIR = '', step] = process.argv.slice(2);
if (database === undefined) process.exit(); // The test runner takes every file of this folder for a test.
const dieAt = (here: string) => {
  if (here === step) process.kill(process.pid, 'SIGKILL');
};
const invoiceHandler = makeInvoiceLetterHandler();
const dyingHandler: LetterHandler = {
  async prepare(...asked) {
    dieAt('claimed');
    const files = await invoiceHandler.prepare?.(...asked);
    dieAt('file made');
    return files ?? [];
  },
  async finish(...asked) {
    dieAt('taken');
    await invoiceHandler.finish?.(...asked);
    dieAt('not committed');
  },
};
const MAIL_FROM = 'no-reply@haldur.example';
const config = readConfig({ DATA_DIR, SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM, SECRET_KEY: secretKey });
const pool = connect(connectionTo(database, 'haldur_app'), { max: 4 });
await startSending({ pool, config, log: makeLog('silent'), clock: () => new Date() }, { invoice: dyingHandler });
