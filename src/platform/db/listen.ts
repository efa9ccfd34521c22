// LISTEN: one connection for notifications, which reconnects by itself.
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Client, type ClientConfig } from 'pg';

export type ListenHandle = { unlisten(): Promise<void> };

type ChannelSubscription = {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  readonly onListen: () => void;
};

const reconnectDelayMs = 250;
const answerWithinMs = 5_000;
const closeWithinMs = 1_000;

/**
 * Listens for notifications. The connection is opened for the first listener and closed after the last. A silently lost connection is detected by
 * repeating LISTEN every `checkMs`, which changes nothing.
 */
export function makeListener(settings: ClientConfig, checkMs: number) {
  const subscriptions = new Set<ChannelSubscription>();
  let current: Promise<Client> | undefined;
  let reconnecting = false;
  let ended = false;

  const open = async (): Promise<Client> => {
    const client = new pg.Client({ ...settings, pipeline: true });
    client.on('error', () => {}); // 'end' follows.
    client.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of subscriptions) if (subscription.channel === channel) subscription.onNotify(payload);
    });
    await client.connect();
    const check = setInterval(() => {
      for (const { channel } of subscriptions) listenOn(client, channel).catch(() => {}); // A late answer closes the connection.
    }, checkMs);
    client.once('end', () => {
      clearInterval(check);
      current = undefined;
      void reconnect();
    });
    return client;
  };

  const connected = (): Promise<Client> => {
    current ??= open().catch((error) => {
      current = undefined;
      throw error;
    });
    return current;
  };

  const reconnect = async (): Promise<void> => {
    if (reconnecting) return;
    reconnecting = true;
    while (!ended && subscriptions.size > 0 && current === undefined) {
      await delay(reconnectDelayMs);
      try {
        const client = await connected();
        for (const { channel } of subscriptions) await listenOn(client, channel);
        for (const { onListen } of subscriptions) onListen();
      } catch {
        // The database is still unavailable.
      }
    }
    reconnecting = false;
  };

  const close = async (): Promise<void> => {
    const client = await current?.catch(() => undefined);
    if (client === undefined) return;
    await Promise.race([client.end(), delay(closeWithinMs, undefined, { ref: false })]);
    client.connection.stream.destroy();
  };

  return {
    async listen(channel: string, onNotify: (payload: string) => void, onListen = () => {}): Promise<ListenHandle> {
      const subscription = { channel, onNotify, onListen };
      await listenOn(await connected(), channel);
      subscriptions.add(subscription);
      onListen();
      return {
        async unlisten() {
          subscriptions.delete(subscription);
          if (subscriptions.size === 0) await close();
        },
      };
    },
    async end(): Promise<void> {
      ended = true;
      subscriptions.clear();
      await close();
    },
  };
}

function listenOn(client: Client, channel: string): Promise<unknown> {
  const query = { text: `listen ${pg.escapeIdentifier(channel)}`, query_timeout: answerWithinMs };
  return client.query(query);
}
