// A mail server that accepts every e-mail and discards it, in a process of its own. Its first line is its port; for each line it receives it prints the number of e-mails.
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';

let acceptedCount = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.on('end', () => {
      acceptedCount += 1;
      done();
    });
    stream.resume();
  },
});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
createInterface({ input: process.stdin })
  .on('line', () => console.log(acceptedCount))
  .on('close', () => process.exit());
