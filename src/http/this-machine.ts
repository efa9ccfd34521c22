// Who may see what is for the operator's own machine alone: metrics without a token, the mailbox of development.
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../platform/network.ts';

/** Reports whether a request comes from this machine, names this machine as its host, and did not pass a proxy. */
export function isFromThisMachine({ headers, raw }: FastifyRequest): boolean {
  const forwarded = Object.keys(headers).some((name) => forwardingHeaders.test(name));
  // A page in a browser on this machine sends its own host name, wherever that name points to.
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  const from = raw.socket.remoteAddress ?? '';
  return !forwarded && isLoopback(host) && isLoopback(from.replace(/^::ffff:/, ''));
}

/** Headers in which proxies name the original client. */
const forwardingHeaders =
  /^(x-forwarded-.*|x-real-ip|x-client-ip|x-original-.*|forwarded|via|.*-connecting-ip|true-client-ip)$/;
