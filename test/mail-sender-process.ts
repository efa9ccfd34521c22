// A process that only sends mail, for tests that kill it. Arguments: database, SMTP port and secret key.
import { startSending } from '../src/mail/send-mail.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { connect } from '../src/platform/db/pool.ts';
import { makeLog } from '../src/platform/log.ts';
import { connectionTo } from './postgres-server.ts';

const [database, port = '', secretKey = ''] = process.argv.slice(2);
if (database === undefined) process.exit(); // The test runner takes every file of this folder for a test.
const MAIL_FROM = 'no-reply@haldur.example';
const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM, SECRET_KEY: secretKey });
const pool = connect(connectionTo(database, 'haldur_app'), { max: 4 });
await startSending({ pool, config, log: makeLog('silent'), clock: () => new Date() });
