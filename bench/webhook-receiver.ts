// A receiver of webhooks in a process of its own: answers 204 at once, or after two seconds under /slow; GET returns
// when each delivery arrived.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let arrivals: [id: string, at: number][] = [];

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(arrivals));
    arrivals = [];
    return;
  }
  arrivals.push([String(request.headers['webhook-id']), performance.timeOrigin + performance.now()]);
  const respond = () => response.writeHead(204).end();
  request.resume().on('end', request.url === '/slow' ? () => setTimeout(respond, 2000) : respond);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
